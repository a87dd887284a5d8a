import { MutationObserver, noop, type QueryClient } from "@tanstack/react-query"
import { readStoredJson, store } from "../lib/storage"
import { randomAlphanumerics } from "../lib/random-id"
import { type CartChange, changeCart } from "./cart-changes"
import { CART_MUTATIONS, readCartId, refreshCart, subscribeToCartId } from "./cart-state"
import { flushPendingQuantities, hasPendingQuantities } from "./pending-quantities"

const STORAGE_KEY = "unconfirmed-cart-changes"

/** A change that a page had shown and the shop had not answered when the page went away. */
interface KeptChange extends CartChange {
  page: string
  cartId: string
}

function keepUnconfirmed(page: string, cartId: string | null, changes: readonly CartChange[]): void {
  const others = read().filter((kept) => kept.page !== page)
  write(cartId === null ? others : [...others, ...changes.map((change) => ({ ...change, page, cartId }))])
}

/** Without its cart an addition goes to the present one, and nothing else has a meaning. */
function takeUnconfirmed(presentCartId: string | null): CartChange[] {
  const taken = read()
  write([])
  return taken.filter(({ cartId, key }) => key || cartId === presentCartId)
}

function read(): KeptChange[] {
  const kept = readStoredJson("localStorage", STORAGE_KEY)
  return Array.isArray(kept) ? kept.filter(isKept) : []
}

const write = (kept: readonly KeptChange[]): void =>
  store("localStorage", STORAGE_KEY, kept.length > 0 ? JSON.stringify(kept) : null)

/** Checked by hand, because a page that goes away cannot wait for a parser. The shop checks the values. */
const isKept = (kept: unknown): kept is KeptChange => isCartChange(kept) && "page" in kept && "cartId" in kept

const isCartChange = (change: unknown): change is CartChange =>
  typeof change === "object" && change !== null && "method" in change && "path" in change

/** Tells other tabs that the shop has changed a cart. The message is the cart's id. */
const CHANNEL = "cart"

/**
 * Changes that are unanswered when the page goes away, or is hidden and may be ended without notice, are kept in their order. The
 * next page, or another tab once it is visible, makes them again.
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
  const syncing = new AbortController()
  const { signal } = syncing
  document.addEventListener("visibilitychange", onVisibility, { signal })
  window.addEventListener("pagehide", onLeave, { signal })
  window.addEventListener("pageshow", onReturn, { signal })
  window.addEventListener("storage", onStorage, { signal })
  return () => {
    syncing.abort()
    stopFollowingChanges()
    stopWatchingCartId()
    stopListening()
  }
}

const isCartMutation = ({ mutationKey }: { mutationKey?: readonly unknown[] | undefined }) =>
  mutationKey?.[0] === CART_MUTATIONS.mutationKey[0]

const unanswered = (client: QueryClient) =>
  client
    .getMutationCache()
    .findAll({ ...CART_MUTATIONS, status: "pending" })
    .map(({ state }) => state.variables)
    .filter(isCartChange)
