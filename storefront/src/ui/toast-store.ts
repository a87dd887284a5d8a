import { useSyncExternalStore } from "react"

export interface Toast {
  id: number
  title: string
  description?: string
  tone: "plain" | "destructive"
  /** Milliseconds it stays, not counting the time it is held. */
  duration: number
}

/** Cart toasts stay 3 s, all others 5 s (specification, section 9). */
export const CART_TOAST_MS = 3000
const DEFAULT_TOAST_MS = 5000

let current: Toast | null = null
let nextId = 1
const listeners = new Set<() => void>()

/** Shows a toast in place of the one before: there is never more than one. */
export function showToast(toast: {
  title: string
  description?: string
  tone?: Toast["tone"]
  duration?: number
}): void {
  set({ tone: "plain", duration: DEFAULT_TOAST_MS, ...toast, id: nextId++ })
}

/** Takes a toast away, unless another has taken its place already. */
export function dismissToast(id: number): void {
  if (current?.id === id) set(null)
}

/** The toast on the screen, if any. */
export function useToast(): Toast | null {
  return useSyncExternalStore(subscribe, readToast, () => null)
}

export const readToast = (): Toast | null => current

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(toast: Toast | null): void {
  current = toast
  for (const listener of listeners) listener()
}
