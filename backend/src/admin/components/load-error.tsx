import { Button, InlineTip } from "@medusajs/ui"

interface LoadErrorProps {
  what: string
  /** A query, which can be tried again, or a change. */
  of: { error: Error | null; refetch?: () => unknown }
  className?: string
}

export function LoadError({ what, of: { error, refetch }, className }: LoadErrorProps) {
  if (!error) return null
  const tip = (
    <InlineTip variant="error" label={what} role="alert">
      {error.message}{" "}
      {refetch && (
        <Button size="small" variant="secondary" onClick={() => void refetch()}>
          Try again
        </Button>
      )}
    </InlineTip>
  )
  return className === undefined ? tip : <div className={className}>{tip}</div>
}
