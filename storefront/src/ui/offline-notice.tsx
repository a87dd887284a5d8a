import { onlineManager } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => onlineManager.isOnline(),
    () => true,
  )

/** Shows that the browser is offline. Waiting requests continue on their own afterwards. */
export function OfflineNotice() {
  const isOnline = useIsOnline()
  return (
    <div className="page-notice" role="status">
      {!isOnline && <p>You are offline. Your cart is kept.</p>}
    </div>
  )
}
