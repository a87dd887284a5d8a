import { onlineManager } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

/** Says quietly that there is no network, for as long as that is so. What waits for it goes on by itself. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => onlineManager.isOnline(),
    () => true,
  )
  return (
    <div className="offline-notice" role="status">
      {!isOnline && <p>You are offline. Your cart is kept.</p>}
    </div>
  )
}
