import { useSyncExternalStore } from "react"
import { createListeners } from "../lib/listeners"

const open: HTMLDialogElement[] = []
const listeners = createListeners()

/** Everything outside a modal dialog is inert, so a toast has to be rendered inside. @returns a function that unregisters it */
export function registerOpenDialog(dialog: HTMLDialogElement): () => void {
  open.push(dialog)
  listeners.notify()
  return () => {
    open.splice(open.indexOf(dialog), 1)
    listeners.notify()
  }
}

export const useTopDialog = (): HTMLDialogElement | null =>
  useSyncExternalStore(listeners.subscribe, topDialog, () => null)

const topDialog = () => open.at(-1) ?? null
