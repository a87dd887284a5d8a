import { orderSchema, type Order } from "@shop/contracts"
import { ASLEEP, step, type Act, type Signal } from "../lib/following"

interface Followed {
  orderId: string
  /** The stream told how the order stands. */
  onOrder: (order: Order) => void
  /** Asks the shop how the order stands. */
  look: () => void
}

/**
 * Follows an order whose present standing is known: one stream while the page is seen, looks where no stream can be
 * had. A phone that slept or lost its network looks at once when it is back.
 * @returns how to stop
 */
export function followOrder({ orderId, onOrder, look }: Followed): () => void {
  let following = ASLEEP
  let stream: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOffline = false

  function signal(what: Signal): void {
    const { next, acts } = step(following, what)
    following = next
    clearTimeout(timer)
    for (const act of acts) ACTS[act]()
    if (next.waitMs !== null) timer = setTimeout(signal, next.waitMs, "overdue")
  }

  const ACTS: Record<Act, () => void> = {
    open: () => {
      stream = new EventSource(`/api/orders/${encodeURIComponent(orderId)}/events`)
      stream.addEventListener("order", hear)
      stream.addEventListener("error", doubt)
    },
    close: () => {
      stream?.removeEventListener("order", hear)
      stream?.removeEventListener("error", doubt)
      stream?.close()
      stream = null
    },
    look,
  }

  function hear({ data }: MessageEvent<unknown>): void {
    const order = orderIn(data)
    signal(order ? "word" : "refused")
    if (order) onOrder(order)
  }

  // A browser opens a broken stream again by itself; one that was answered with an error it leaves closed.
  const doubt = () => signal(stream?.readyState === EventSource.CLOSED ? "refused" : "broke")

  const attend = () => signal(document.visibilityState === "hidden" || isOffline ? "sleep" : "wake")
  const goOffline = () => {
    isOffline = true
    attend()
  }
  const goOnline = () => {
    isOffline = false
    attend()
  }

  document.addEventListener("visibilitychange", attend)
  window.addEventListener("offline", goOffline)
  window.addEventListener("online", goOnline)
  signal(document.visibilityState === "hidden" ? "sleep" : "start")

  return () => {
    document.removeEventListener("visibilitychange", attend)
    window.removeEventListener("offline", goOffline)
    window.removeEventListener("online", goOnline)
    signal("sleep")
  }
}

function orderIn(data: unknown): Order | null {
  try {
    return orderSchema.parse(JSON.parse(String(data)))
  } catch {
    return null // Cut short, or from a shop of another version: the next look says so where it matters.
  }
}
