import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { OrderCancelled } from "../../modules/mail"
import { queryRows } from "../../query/query-rows"
import { describeItem, type OrderView } from "./order-view"

const amount = z.coerce.number().nullish()
const stateRow = z.object({
  status: z.string(),
  payment_collections: z.array(z.object({ captured_amount: amount })),
})

/** A cancelled order, with whether its buyer's money is here; null when it is not cancelled. */
export async function orderCancelledData(
  container: MedusaContainer,
  { shop, order, bitcoin }: OrderView,
): Promise<OrderCancelled | null> {
  const [state] = await queryRows(container, stateRow, {
    entity: "order",
    fields: ["status", "payment_collections.captured_amount"],
    filters: { id: order.id },
  })
  if (state?.status !== "canceled") return null
  return {
    shop,
    number: order.display_id,
    totalPence: order.total,
    items: order.items.map((item) => ({ ...describeItem(item), quantity: item.quantity })),
    method: bitcoin === null ? "card" : "bitcoin",
    money: moneyOf(state.payment_collections, bitcoin),
  }
}

/** A card's payment counts as refunded as soon as its order is cancelled, before the bank has moved anything. */
function moneyOf(
  collections: z.output<typeof stateRow>["payment_collections"],
  bitcoin: OrderView["bitcoin"],
): OrderCancelled["money"] {
  if (bitcoin?.state === "refunded") return "returned"
  const isCaptured = collections.some(({ captured_amount }) => (captured_amount ?? 0) > 0)
  return isCaptured || BigInt(bitcoin?.receivedSats ?? "0") > 0n ? "held" : "none"
}
