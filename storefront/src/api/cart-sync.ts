import { noop, type QueryClient } from "@tanstack/react-query"
import { CART_MUTATIONS } from "./cart-changes"
import { readCartId, refreshCart, subscribeToCartId } from "./cart-state"
import { flushPendingQuantities, hasPendingQuantities } from "./pending-quantities"

/** Says that the shop has changed a cart; the message is the cart's id. */
const CHANNEL = "cart"

/**
 * Keeps the cart right beyond one page's clicks: what waits is sent before the page is gone, and tabs tell each other
 * that the shop has changed it.
 * @returns how to stop
 */
export function syncCart(client: QueryClient): () => void {
  let channel: BroadcastChannel | null = null
  let opening: ReturnType<typeof setTimeout> | undefined

  const isChanging = () => client.isMutating(CART_MUTATIONS) > 0 || hasPendingQuantities()
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    // A change of this tab's own brings an answer that is newer still.
    if (data === readCartId() && !isChanging()) void refreshCart(client)
  }
  const listen = () => {
    channel ??= new BroadcastChannel(CHANNEL)
    channel.addEventListener("message", onMessage)
  }
  /** Opening a channel takes a browser as long as drawing a page does: it waits its turn, and for a cart to hear of. */
  const scheduleListening = () => {
    clearTimeout(opening)
    if (readCartId() !== null) opening = setTimeout(listen)
  }
  const stopListening = () => {
    clearTimeout(opening)
    channel?.close()
    channel = null
  }

  const stopBroadcasting = client.getMutationCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return
    if (event.mutation.options.mutationKey?.[0] !== CART_MUTATIONS.mutationKey[0]) return
    listen()
    channel?.postMessage(readCartId())
  })

  const onHide = () => {
    if (document.visibilityState === "hidden") flushPendingQuantities()
  }
  // An open channel would keep the page out of the browser's back/forward cache.
  const onLeave = () => {
    flushPendingQuantities()
    sendQueuedChanges(client)
    stopListening()
  }
  const onReturn = ({ persisted }: PageTransitionEvent) => {
    scheduleListening()
    if (persisted) void refreshCart(client)
  }

  scheduleListening()
  const stopWatchingCartId = subscribeToCartId(scheduleListening)
  document.addEventListener("visibilitychange", onHide)
  window.addEventListener("pagehide", onLeave)
  window.addEventListener("pageshow", onReturn)
  return () => {
    stopBroadcasting()
    stopWatchingCartId()
    stopListening()
    document.removeEventListener("visibilitychange", onHide)
    window.removeEventListener("pagehide", onLeave)
    window.removeEventListener("pageshow", onReturn)
  }
}

/**
 * Changes that wait their turn are sent now, on requests that outlive the page. Should the page live on after all, they
 * are sent again in their turn: an addition has its key, and the other changes say what shall be, not what to change.
 */
function sendQueuedChanges(client: QueryClient): void {
  for (const mutation of client
    .getMutationCache()
    .findAll({ ...CART_MUTATIONS, exact: true, status: "pending" })) {
    const { mutationFn, mutationKey, meta } = mutation.options
    void mutationFn?.(mutation.state.variables, { client, meta, mutationKey }).catch(noop)
  }
}
