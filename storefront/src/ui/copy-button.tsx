import { Button } from "./button"
import { Icon } from "./icon"
import { showToast } from "./toast-store"

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
      <Icon name="copy" />
      {label}
    </Button>
  )
}
