import { useSyncExternalStore } from "react"

const open: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/**
 * Notes that a modal dialog is open. Everything outside it is then inert, so that what has to be heard or pressed
 * all the same, a toast for example, must stand inside it.
 * @returns how to say that it has closed
 */
export function registerOpenDialog(dialog: HTMLDialogElement): () => void {
  open.push(dialog)
  notifyListeners()
  return () => {
    open.splice(open.indexOf(dialog), 1)
    notifyListeners()
  }
}

/** The modal dialog above all others, if any is open. */
export const useTopDialog = (): HTMLDialogElement | null =>
  useSyncExternalStore(subscribe, topDialog, () => null)

const topDialog = () => open.at(-1) ?? null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
