import { Button, InlineTip } from "@medusajs/ui"

/** An error with the backend's message and a button to retry. */
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
