import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { OrderCancelled } from "../../modules/mail"
import { queryRows } from "../../query/query-rows"
import { goodsOf, type OrderNews } from "./order-mail"

const amount = z.coerce.number().nullish()
const stateRow = z.object({
  status: z.string(),
  payment_collections: z.array(z.object({ captured_amount: amount, refunded_amount: amount })),
})

/** A cancelled order, with whether its buyer's money is here; null when it is not cancelled. */
export async function orderCancelledData(
  container: MedusaContainer,
  { shop, order, bitcoin }: OrderNews,
): Promise<OrderCancelled | null> {
  const [state] = await queryRows(container, stateRow, {
    entity: "order",
    fields: ["status", "payment_collections.captured_amount", "payment_collections.refunded_amount"],
    filters: { id: order.id },
  })
  if (state?.status !== "canceled") return null
  const isCaptured = state.payment_collections.some(({ captured_amount }) => (captured_amount ?? 0) > 0)
  return {
    shop,
    number: order.display_id,
    totalPence: order.total,
    goods: order.items.map((item) => ({ ...goodsOf(item), quantity: item.quantity })),
    method: bitcoin === null ? "card" : "bitcoin",
    isPaid: isCaptured || (bitcoin !== null && BigInt(bitcoin.receivedSats) > 0n),
  }
}
