import { noop, type QueryClient } from "@tanstack/react-query"
import { CART_MUTATIONS } from "./cart-changes"
import { readCartId, refreshCart, subscribeToCartId } from "./cart-state"
import { flushPendingQuantities, hasPendingQuantities } from "./pending-quantities"
import { keepUnconfirmed } from "./unconfirmed-quantities"

/** Tells other tabs that the shop has changed a cart. The message is the cart's id. */
const CHANNEL = "cart"

/**
 * Keeps the cart correct across tabs and page changes: sends waiting changes before the page goes away, and tells
 * other tabs when the shop has changed the cart.
 * @returns a function that stops it
 */
export function syncCart(client: QueryClient): () => void {
  let channel: BroadcastChannel | null = null
  let opening: ReturnType<typeof setTimeout> | undefined

  const isChanging = () => client.isMutating(CART_MUTATIONS) > 0 || hasPendingQuantities()
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    // A change under way in this tab brings a newer answer.
    if (data === readCartId() && !isChanging()) void refreshCart(client)
  }
  const listen = () => {
    channel ??= new BroadcastChannel(CHANNEL)
    channel.addEventListener("message", onMessage)
  }
  /** Opening a channel takes a browser as long as drawing a page, so it waits for a free moment and for a cart. */
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
 * Sends queued changes now, on requests that outlive the page. If the page stays after all, they are sent again in
 * their turn. That is safe: an addition has its key, and the other changes state the result, not the difference. The next
 * page repeats the quantities before it reads the cart: a reload must not show an older one.
 */
function sendQueuedChanges(client: QueryClient): void {
  const queued = client.getMutationCache().findAll({ ...CART_MUTATIONS, exact: true, status: "pending" })
  keepUnconfirmed(queued.map(({ state }) => state.variables))
  for (const mutation of queued) {
    const { mutationFn, mutationKey, meta } = mutation.options
    void mutationFn?.(mutation.state.variables, { client, meta, mutationKey }).catch(noop)
  }
}
