import { Button } from "./button"
import { LineDrawing } from "./icon"
import { showToast } from "./toast-store"

const TWO_SHEETS =
  "M9 8.5h10a.5.5 0 0 1 .5.5v11a.5.5 0 0 1-.5.5H9a.5.5 0 0 1-.5-.5V9a.5.5 0 0 1 .5-.5zM5 15.5a.5.5 0 0 1-.5-.5V4a.5.5 0 0 1 .5-.5h10a.5.5 0 0 1 .5.5"

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showToast({ title: "Copied to clipboard" })
    } catch {
      showToast({
        tone: "destructive",
        title: "Could not copy",
        description: "Please select the text and copy it by hand.",
      })
    }
  }
  return (
    <Button look="secondary" onClick={() => void copy()}>
      <LineDrawing path={TWO_SHEETS} />
      {label}
    </Button>
  )
}
