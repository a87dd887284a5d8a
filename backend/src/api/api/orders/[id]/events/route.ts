import { streamChanges } from "medusa-payments/event-stream"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { findCardPayments } from "../../../../../orders/payment-method"
import { defineRoute } from "../../../../../platform/http/routes"
import { unknownOrder } from "../../rejections"
import { readerOf } from "../../viewer"

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
    // A buyer who comes back from the card processor's page waits for the result.
    await findCardPayments(req.scope)?.polls.request(id)
    const { orderPayments } = req.scope.resolve(BITCOIN_PAYMENT)
    const subscribe = (onChange: () => void) => orderPayments.subscribe(id, onChange)
    const isFound = await streamChanges(res, {
      event: "order",
      subscribe,
      read,
      isHead: req.method === "HEAD",
    })
    if (!isFound) throw unknownOrder()
  },
)
