import { orderSchema, type Order } from "@shop/contracts"
import { PAUSED, transition, type Effect, type SubscriptionEvent } from "../lib/order-subscription-state"

interface SubscriptionOptions {
  orderId: string
  /** The stream told how the order stands. */
  onOrder: (order: Order) => void
  /** Asks the shop how the order stands. */
  poll: () => void
}

/**
 * Follows an order whose present standing is known: one stream while the page is seen, polls where no stream can be
 * had. A phone that slept or lost its network polls at once when it is back.
 * @returns how to stop
 */
export function subscribeToOrder({ orderId, onOrder, poll }: SubscriptionOptions): () => void {
  let state = PAUSED
  let stream: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOffline = false

  function dispatch(what: SubscriptionEvent): void {
    const { next, effects } = transition(state, what)
    state = next
    clearTimeout(timer)
    for (const effect of effects) EFFECTS[effect]()
    if (next.timeoutMs !== null) timer = setTimeout(dispatch, next.timeoutMs, "timeout")
  }

  const EFFECTS: Record<Effect, () => void> = {
    open: () => {
      stream = new EventSource(`/api/orders/${encodeURIComponent(orderId)}/events`)
      stream.addEventListener("order", onMessage)
      stream.addEventListener("error", onStreamError)
    },
    close: () => {
      stream?.removeEventListener("order", onMessage)
      stream?.removeEventListener("error", onStreamError)
      stream?.close()
      stream = null
    },
    poll,
  }

  function onMessage({ data }: MessageEvent<unknown>): void {
    const order = parseOrder(data)
    dispatch(order ? "message" : "unusable")
    if (order) onOrder(order)
  }

  // A browser opens a broken stream again by itself; one that was answered with an error it leaves closed.
  const onStreamError = () => dispatch(stream?.readyState === EventSource.CLOSED ? "unusable" : "error")

  const onVisibilityChange = () =>
    dispatch(document.visibilityState === "hidden" || isOffline ? "pause" : "resume")
  const goOffline = () => {
    isOffline = true
    onVisibilityChange()
  }
  const goOnline = () => {
    isOffline = false
    onVisibilityChange()
  }

  document.addEventListener("visibilitychange", onVisibilityChange)
  window.addEventListener("offline", goOffline)
  window.addEventListener("online", goOnline)
  dispatch(document.visibilityState === "hidden" ? "pause" : "start")

  return () => {
    document.removeEventListener("visibilitychange", onVisibilityChange)
    window.removeEventListener("offline", goOffline)
    window.removeEventListener("online", goOnline)
    dispatch("pause")
  }
}

function parseOrder(data: unknown): Order | null {
  try {
    return orderSchema.parse(JSON.parse(String(data)))
  } catch {
    return null // Cut short, or from a shop of another version: the next look says so where it matters.
  }
}
