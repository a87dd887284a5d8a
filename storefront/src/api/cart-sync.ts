import { MutationObserver, noop, type QueryClient } from "@tanstack/react-query"
import { randomAlphanumerics } from "../lib/random-id"
import { changeCart } from "./cart-changes"
import { CART_MUTATIONS, readCartId, refreshCart, subscribeToCartId } from "./cart-state"
import { flushPendingQuantities, hasPendingQuantities } from "./pending-quantities"
import { isCartChange, keepUnconfirmed, takeUnconfirmed } from "./unconfirmed-changes"

/** Tells other tabs that the shop has changed a cart. The message is the cart's id. */
const CHANNEL = "cart"

/**
 * Keeps the cart correct across tabs and page changes. Changes that the shop has not answered when the page goes away, or is
 * hidden and may be ended without a word, are kept in their order. The next page, or another tab once it is seen, makes them
 * again. Tells other tabs when the shop has changed the cart.
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

  const page = randomAlphanumerics(8)
  let hasLeft = false
  const keep = () => {
    flushPendingQuantities()
    keepUnconfirmed(page, readCartId(), unanswered(client))
  }
  const repeatKept = () => {
    keepUnconfirmed(page, readCartId(), [])
    for (const change of takeUnconfirmed(readCartId()))
      // A refusal shows in the cart.
      void new MutationObserver(client, changeCart(client)).mutate(change).catch(noop)
  }

  const stopFollowingChanges = client.getMutationCache().subscribe((event) => {
    if (event.type !== "updated" || !isCartMutation(event.mutation.options)) return
    if (document.visibilityState === "hidden") keep()
    if (event.action.type !== "success") return
    listen()
    channel?.postMessage(readCartId())
  })

  const onVisibility = () => {
    if (document.visibilityState === "hidden") keep()
    else if (!hasLeft) repeatKept()
  }
  const onLeave = () => {
    hasLeft = true
    keep()
    stopListening()
  }
  const onReturn = ({ persisted }: PageTransitionEvent) => {
    hasLeft = false
    scheduleListening()
    if (!persisted) return
    // Another page may have made its changes. Sent now, they would undo what followed there.
    if (unanswered(client).length > 0) location.reload()
    else void refreshCart(client)
  }
  /** Another tab has stored something: perhaps it was closed. */
  const onStorage = () => {
    if (document.visibilityState === "visible") repeatKept()
  }

  repeatKept()
  scheduleListening()
  const stopWatchingCartId = subscribeToCartId(scheduleListening)
  document.addEventListener("visibilitychange", onVisibility)
  window.addEventListener("pagehide", onLeave)
  window.addEventListener("pageshow", onReturn)
  window.addEventListener("storage", onStorage)
  return () => {
    stopFollowingChanges()
    stopWatchingCartId()
    stopListening()
    document.removeEventListener("visibilitychange", onVisibility)
    window.removeEventListener("pagehide", onLeave)
    window.removeEventListener("pageshow", onReturn)
    window.removeEventListener("storage", onStorage)
  }
}

const isCartMutation = ({ mutationKey }: { mutationKey?: readonly unknown[] | undefined }) =>
  mutationKey?.[0] === CART_MUTATIONS.mutationKey[0]

/** The changes that the shop has not answered, in their order. */
const unanswered = (client: QueryClient) =>
  client
    .getMutationCache()
    .findAll({ ...CART_MUTATIONS, status: "pending" })
    .map(({ state }) => state.variables)
    .filter(isCartChange)
