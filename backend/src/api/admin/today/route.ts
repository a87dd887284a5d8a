import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Today } from "@shop/contracts/staff"
import { countUnread } from "../../../messages/messages"
import { countOpenOrders } from "../../../orders/order-lists"
import { readOrdersWithCases } from "../../../payments/cases"
import { countShortages } from "../../../catalogue/stock/product-rows"
import { failingChecks, warnings } from "../../readiness"

/** `GET /admin/today`: how much work waits, and what is wrong with the shop. */
export async function GET({ scope }: MedusaRequest, res: MedusaResponse): Promise<void> {
  const [orders, cases, unreadMessages, stock, failures, concerns] = await Promise.all([
    countOpenOrders(scope),
    readOrdersWithCases(scope),
    countUnread(scope),
    countShortages(scope),
    failingChecks(scope),
    warnings(scope),
  ])
  const about = (what: (typeof cases)[number]["about"]) => cases.filter((one) => one.about === what).length
  const today: Today = {
    orders: {
      to_pack: orders.to_pack ?? 0,
      to_ship: orders.to_ship ?? 0,
      to_capture: orders.to_capture ?? 0,
      awaiting_payment: orders.awaiting_payment ?? 0,
      needs_review: new Set(cases.map(({ orderId }) => orderId)).size,
    },
    cases: { bitcoin: about("bitcoin"), card: about("card"), returns: about("return") },
    unreadMessages,
    stock,
    warnings: Object.values({ ...failures, ...concerns }),
  }
  res.set("cache-control", "no-store").json(today)
}
