import { Button, InlineTip } from "@medusajs/ui"

/** What went wrong, in the backend's own sentence, and the way to try again. */
export function LoadError({ what, error, onRetry }: { what: string; error: Error; onRetry?: () => void }) {
  return (
    <InlineTip variant="error" label={what} role="alert">
      {error.message}{" "}
      {onRetry && (
        <Button size="small" variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      )}
    </InlineTip>
  )
}
