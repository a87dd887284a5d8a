import { useSyncExternalStore } from "react"
import { createListeners } from "../lib/listeners"

export interface Toast {
  id: number
  title: string
  description?: string
  actions?: readonly ("view-cart" | { label: string; run: () => void })[]
  tone: "plain" | "destructive"
  /** How long it stays, in ms, without the time it is held. */
  duration: number
}

/** Cart toasts stay 3 s, all others 5 s (specification, section 9). */
export const CART_TOAST_MS = 3000
const DEFAULT_TOAST_MS = 5000

let current: Toast | null = null
let nextId = 1
let timer: ReturnType<typeof setTimeout> | undefined
let endsAt = 0
/** The remaining time of a held toast; null while the time runs. */
let leftMs: number | null = null
const listeners = createListeners()

/** Shows a toast instead of the previous one. */
export function showToast(toast: Partial<Toast> & { title: string }): void {
  const shown: Toast = { tone: "plain", duration: DEFAULT_TOAST_MS, ...toast, id: nextId++ }
  set(shown)
  leaveIn(shown.duration)
}

export const showError = (title: string, description: string, duration = DEFAULT_TOAST_MS): void =>
  showToast({ tone: "destructive", title, description, duration })

/** Removes a toast unless another has replaced it. */
export function dismissToast(id: number): void {
  if (current?.id !== id) return
  clearTimeout(timer)
  set(null)
}

export function clearToast(): void {
  if (current) dismissToast(current.id)
}

/** What opens the menu or a dialog has read it, and on a phone it would cover what is there to be pressed. */
export function clearCartToast(): void {
  if (current?.actions?.includes("view-cart")) clearToast()
}

/** Stops the time of the current toast while it is being read. */
export function holdToast(): void {
  if (!current || leftMs !== null) return
  clearTimeout(timer)
  leftMs = Math.max(0, endsAt - Date.now())
}

export function releaseToast(): void {
  if (current && leftMs !== null) leaveIn(leftMs)
}

export function useToast(): Toast | null {
  return useSyncExternalStore(listeners.subscribe, readToast, () => null)
}

export const readToast = (): Toast | null => current

function leaveIn(ms: number): void {
  clearTimeout(timer)
  leftMs = null
  endsAt = Date.now() + ms
  timer = setTimeout(() => current && dismissToast(current.id), ms)
}

function set(toast: Toast | null): void {
  current = toast
  listeners.notify()
}
