import { defineRoute } from "../../../../../platform/http/routes"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { shutdownSignal } from "../../../../../platform/server/shutdown-signal"
import { findCardPayments } from "../../../../../orders/payment-method"
import { unknownOrder } from "../../rejections"
import { readerOf } from "../../viewer"

/** Proxies and phones close silent connections; a comment line keeps them open. */
const HEARTBEAT_MS = 15_000
/** When a browser reconnects after the stream breaks. */
const RETRY_MS = 3000

/** Subscribes before it reads, and a new stream starts with the current state: no change is lost. */
export const GET = defineRoute(
  {
    method: "get",
    path: "/api/orders/{id}/events",
    summary: "Follow an order as server-sent events: the whole order now and after each change",
    rejections: [404],
    rateLimit: "order-reads",
  },
  async (req, res) => {
    const id = req.params.id ?? ""
    const read = await readerOf(req)
    const send = (order: unknown) => res.write(`event: order\ndata: ${JSON.stringify(order)}\n\n`)

    let isReading = true
    let isStale = false
    async function sendChanges(): Promise<void> {
      // All notifications that arrive during a read cause one more read.
      while (isStale && !res.writableEnded) {
        isStale = false
        const order = await read()
        if (order !== null) send(order)
      }
      isReading = false
    }
    const disconnect = () => res.destroy()

    // A buyer who comes back from the card processor's page waits for the result.
    await findCardPayments(req.scope)?.polls.request(id)
    const stop = await req.scope.resolve(BITCOIN_PAYMENT).orderPayments.subscribe(id, () => {
      isStale = true
      if (isReading) return
      isReading = true
      sendChanges().catch(disconnect)
    })
    res.once("close", stop)
    const isClosed = () => res.closed
    if (isClosed()) {
      stop()
      return
    }

    const first = await read()
    if (first === null) throw unknownOrder()
    if (isClosed()) return

    res.writeHead(200, {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      Connection: "keep-alive",
      "X-Accel-Buffering": "no",
    })
    // Express lets GET answer HEAD too, which has nothing to follow.
    if (req.method === "HEAD") {
      res.end()
      return
    }
    res.write(`retry: ${RETRY_MS}\n\n`)
    send(first)
    const heartbeat = setInterval(() => res.write(": still here\n\n"), HEARTBEAT_MS)
    // The page reconnects to another server.
    const end = () => res.end()
    shutdownSignal.addEventListener("abort", end)
    res.once("close", () => {
      shutdownSignal.removeEventListener("abort", end)
      clearInterval(heartbeat)
    })
    await sendChanges().catch(disconnect)
  },
)
