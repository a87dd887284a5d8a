import { Button } from "./button"
import { EmptyState } from "./empty-state"

/** Something could not be fetched: a sentence and a way on. */
export function LoadFailed({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        title={`We could not load ${what}`}
        text="The connection may have dropped for a moment. Nothing of yours is lost."
      >
        <Button look="secondary" onClick={onRetry}>
          Try again
        </Button>
      </EmptyState>
    </div>
  )
}
