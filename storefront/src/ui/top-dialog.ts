import { useSyncExternalStore } from "react"

const open: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/**
 * Registers an open modal dialog. Everything outside it is inert, so a toast, for example, has to be rendered inside
 * it.
 * @returns a function that unregisters it
 */
export function registerOpenDialog(dialog: HTMLDialogElement): () => void {
  open.push(dialog)
  notifyListeners()
  return () => {
    open.splice(open.indexOf(dialog), 1)
    notifyListeners()
  }
}

/** The topmost modal dialog, if any is open. */
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
