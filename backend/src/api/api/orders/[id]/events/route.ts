import { BITCOIN_PAYMENT } from "../../../../../modules/bitcoin-payment"
import { shutdownSignal } from "../../../../../server/shutdown-signal"
import { orderView } from "../../order-view"
import { unknownOrder } from "../../rejections"
import { viewerOf } from "../../viewer"
import { defineRoute } from "../../../../../http/routes"

/** Proxies and phones drop what is silent for long; a comment line is enough. */
const HEARTBEAT_MS = 15_000
/** How soon a browser comes back when the stream breaks. */
const RETRY_MS = 3000

/**
 * Follows an order as server-sent events: the whole of `GET /api/orders/{id}` at once and again after every change of
 * its payment. It listens before it reads, and a stream that was broken begins anew with how things stand: nothing can be
 * missed.
 */
export const GET = defineRoute(
  {
    method: "get",
    path: "/api/orders/{id}/events",
    summary: "An order followed as server-sent events: all of it at once, and again after each change",
    rejections: [404],
  },
  async (req, res) => {
    const id = req.params.id ?? ""
    const viewer = await viewerOf(req, id)
    const send = (order: unknown) => res.write(`event: order\ndata: ${JSON.stringify(order)}\n\n`)

    let isReading = true
    let isStale = false
    async function sendChanges(): Promise<void> {
      // News that come while we read make one more reading, however many they are.
      while (isStale && !res.writableEnded) {
        isStale = false
        const order = await orderView(req.scope, id, viewer)
        if (order !== null) send(order)
      }
      isReading = false
    }
    // A page that cannot be told now begins anew by itself.
    const breakOff = () => res.destroy()

    const stop = await req.scope.resolve(BITCOIN_PAYMENT).subscribeToInvoice(id, () => {
      isStale = true
      if (isReading) return
      isReading = true
      sendChanges().catch(breakOff)
    })
    res.once("close", stop)
    const hasLeft = () => res.closed
    if (hasLeft()) {
      stop()
      return
    }

    const first = await orderView(req.scope, id, viewer)
    if (first === null) throw unknownOrder()
    if (hasLeft()) return

    res.writeHead(200, {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      Connection: "keep-alive",
      "X-Accel-Buffering": "no",
    })
    res.write(`retry: ${RETRY_MS}\n\n`)
    send(first)
    const heartbeat = setInterval(() => res.write(": still here\n\n"), HEARTBEAT_MS)
    // The page comes back by itself, to another server.
    const leave = () => res.end()
    shutdownSignal.addEventListener("abort", leave)
    res.once("close", () => {
      shutdownSignal.removeEventListener("abort", leave)
      clearInterval(heartbeat)
    })
    await sendChanges().catch(breakOff)
  },
)
