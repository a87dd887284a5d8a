import { Button, InlineTip } from "@medusajs/ui"
import { useTexts } from "./use-texts"

export function LoadError({ what, error, onRetry }: { what: string; error: Error; onRetry: () => void }) {
  const { text, ofError } = useTexts()
  return (
    <InlineTip variant="error" label={what} role="alert" style={COMES_FIRST}>
      {ofError(error)}{" "}
      <Button size="small" variant="secondary" onClick={onRetry}>
        {text("retry")}
      </Button>
    </InlineTip>
  )
}

/** Medusa places widgets below its own sections. */
export const COMES_FIRST = { order: -1 }
