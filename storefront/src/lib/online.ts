import { noop, onlineManager } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

/** From now on. Without a subscriber the manager takes no notice of the browser, and a page that Back shows again missed its events. */
export function watchConnection(): void {
  subscribe(noop)
  const look = () => onlineManager.setOnline(navigator.onLine)
  look()
  addEventListener("pageshow", look)
}

export const isOnline = (): boolean => onlineManager.isOnline()

export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, () => true)

/** Resolves when there is a network: at once, as a rule. */
export async function whenOnline(): Promise<void> {
  if (isOnline()) return
  await new Promise<void>((resolve) => {
    const stop = subscribe(() => {
      stop()
      resolve()
    })
  })
}
