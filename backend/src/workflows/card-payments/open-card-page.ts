import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { readCardMethod } from "../../orders/card-method"
import { payDifference } from "../order-changes/change-payment-method"
import { queryGraph } from "../../platform/sql/query"
import { withPaymentLocked } from "medusa-payments/workflows"

const orderRow = z.object({ status: z.string(), display_id: z.coerce.number().int() })

export type CardPage =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: "not_a_card_order" | "not_payable" | "unavailable" }

/** The processor's page on which an order can be paid. Idempotent: an open page is returned again. */
export async function openCardPage(container: MedusaContainer, orderId: string): Promise<CardPage> {
  const page = await openPageOf(container, orderId)
  if (page.ok || page.reason !== "not_payable") return page
  return (await payDifference(container, orderId, "card")) === null ? openPageOf(container, orderId) : page
}

async function openPageOf(container: MedusaContainer, orderId: string): Promise<CardPage> {
  const cards = await readCardMethod(container)
  if (cards?.how !== "hosted") return { ok: false, reason: "not_a_card_order" }
  return withPaymentLocked(container, orderId, async () => {
    const [[order], payment] = await Promise.all([
      queryGraph(container, orderRow, { entity: "order", filters: { id: orderId } }),
      cards.service.payments.ofOrder(orderId),
    ])
    if (order === undefined || payment === null) return { ok: false, reason: "not_a_card_order" }
    if (order.status !== "pending") return { ok: false, reason: "not_payable" }
    return cards.service.pages.open(payment.id, order.display_id)
  })
}
