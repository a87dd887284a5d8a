import type { MedusaContainer } from "@medusajs/framework/types"
import { environment } from "../platform/config"
import { singleFlight } from "medusa-payment-bitcoin/watcher"
import { endUnpaidOrders } from "../workflows/end-unpaid-orders"

/** Cancels orders that no payment ends, so that every order either is paid or releases its stock. */
export default singleFlight((container: MedusaContainer) =>
  endUnpaidOrders(container, environment.CARD_ORDER_HOURS),
)

export const config = {
  name: "end-unpaid-orders",
  schedule: { interval: environment.UNPAID_ORDERS_CHECK_SECONDS * 1000 },
}
