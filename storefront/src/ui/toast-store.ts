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
let timer: ReturnType<typeof setTimeout> | undefined
let endsAt = 0
/** What was left of its time when it was taken hold of; null while the time runs. */
let leftMs: number | null = null
const listeners = new Set<() => void>()

/** Shows a toast in place of the one before: there is never more than one. */
export function showToast(toast: {
  title: string
  description?: string
  tone?: Toast["tone"]
  duration?: number
}): void {
  const shown: Toast = { tone: "plain", duration: DEFAULT_TOAST_MS, ...toast, id: nextId++ }
  set(shown)
  leaveIn(shown.duration)
}

/** Takes a toast away, unless another has taken its place already. */
export function dismissToast(id: number): void {
  if (current?.id !== id) return
  clearTimeout(timer)
  set(null)
}

/** Stops the time of the toast on the screen: somebody is reading it. */
export function holdToast(): void {
  if (!current || leftMs !== null) return
  clearTimeout(timer)
  leftMs = Math.max(0, endsAt - Date.now())
}

/** Lets the time of a held toast run on. */
export function releaseToast(): void {
  if (current && leftMs !== null) leaveIn(leftMs)
}

/** The toast on the screen, if any. */
export function useToast(): Toast | null {
  return useSyncExternalStore(subscribe, readToast, () => null)
}

export const readToast = (): Toast | null => current

function leaveIn(ms: number): void {
  clearTimeout(timer)
  leftMs = null
  endsAt = Date.now() + ms
  timer = setTimeout(() => current && dismissToast(current.id), ms)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(toast: Toast | null): void {
  current = toast
  for (const listener of listeners) listener()
}
