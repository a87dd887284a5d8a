import { InlineTip } from "@medusajs/ui"

interface FailingTask {
  kind: string
  attempts: number
  lastError: string | null
}

/** Background tasks of a payment that are retried. */
export function FailingTasks({ tasks }: { tasks: readonly FailingTask[] }) {
  return tasks.map(({ kind, attempts, lastError }) => (
    <InlineTip key={kind} variant="warning" label="A background task keeps failing">
      “{kind.replaceAll("_", " ")}” failed {attempts} times and is retried: {lastError}
    </InlineTip>
  ))
}
