import type { Today } from "@shop/contracts/staff"
import { countDataComplaints, countUnread } from "../../../messages/messages"
import { countOpenOrders } from "../../../platform/medusa-tables/order-lists"
import { readOrdersWithCases } from "../../../payments/cases"
import { countShortages } from "../../../platform/medusa-tables/stock"
import { failingChecks, warnings } from "../../readiness"
import { staffRoute } from "../staff-route"

export const GET = staffRoute(async ({ scope }): Promise<Today> => {
  const [orders, cases, unreadMessages, dataComplaints, stock, failures, warned] = await Promise.all([
    countOpenOrders(scope),
    readOrdersWithCases(scope),
    countUnread(scope),
    countDataComplaints(scope),
    countShortages(scope),
    failingChecks(scope),
    warnings(scope),
  ])
  const about = (what: string) => cases.filter((one) => one.about === what).length
  const [bitcoin, card, returns] = [about("bitcoin"), about("card"), about("return")]
  return {
    orders: {
      to_pack: orders.to_pack ?? 0,
      to_ship: orders.to_ship ?? 0,
      to_capture: orders.to_capture ?? 0,
      difference_due: orders.difference_due ?? 0,
      awaiting_return: orders.awaiting_return ?? 0,
      on_hold: orders.on_hold ?? 0,
      awaiting_payment: orders.awaiting_payment ?? 0,
      needs_review: new Set(cases.map(({ orderId }) => orderId)).size,
    },
    cases: { bitcoin, card, returns, other: cases.length - bitcoin - card - returns },
    unreadMessages,
    dataComplaints,
    stock,
    warnings: Object.values({ ...failures, ...warned }),
  }
})
