/** Waits until it is this job's turn again. */
export type Step = () => Promise<void>

/**
 * Runs several jobs at once, one step at a time: whenever all of them wait, `picks` says who goes on. Every
 * interleaving of their steps can be written down and run again.
 */
export async function interleave(
  jobs: readonly ((step: Step) => Promise<void>)[],
  picks: readonly number[],
): Promise<void> {
  const waiting: (() => void)[] = []
  let running = jobs.length
  let allWait = (): void => undefined
  const rest = (): void => {
    running -= 1
    if (running === 0) allWait()
  }
  const step: Step = () =>
    new Promise((goOn) => {
      waiting.push(goOn)
      rest()
    })
  const done = Promise.all(jobs.map((job) => job(step).finally(rest)))
  for (let turn = 0; ; turn += 1) {
    if (running > 0) await new Promise<void>((resolve) => (allWait = resolve))
    if (waiting.length === 0) break
    const [goOn] = waiting.splice((picks[turn % Math.max(1, picks.length)] ?? 0) % waiting.length, 1)
    running += 1
    goOn?.()
  }
  await done
}
