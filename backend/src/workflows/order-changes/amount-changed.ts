import type { MedusaContainer } from "@medusajs/framework/types"
import { OrderChangeStatus, OrderChangeType } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Outcome } from "medusa-payments/modules/outbox"
import { enqueueOrderMail } from "../../mail/enqueue-mail"
import { queryGraph } from "../../platform/sql/query"
import { askForAmountDue } from "./follow-amount-due"

const orderRow = z.object({ canceled_at: z.coerce.date().nullish() })
const changeRow = z.object({ id: z.string(), confirmed_at: z.coerce.date() })
/** How often money on its way is looked at again: its capture stores a message, but a payment that is withdrawn does not. */
const RECHECK_MS = 60_000
const CHANGED_BY_STAFF = [OrderChangeType.EDIT, OrderChangeType.EXCHANGE, OrderChangeType.CLAIM]

/** Has the buyer asked for what is due now, and mails them what staff changed, once for each change. Idempotent. */
export async function handleAmountChanged(container: MedusaContainer, orderId: string): Promise<Outcome> {
  const outcome = await askForAmountDue(container, orderId)
  if (typeof outcome === "object") return outcome
  const [[order], changes] = await Promise.all([
    queryGraph(container, orderRow, { entity: "order", filters: { id: orderId } }),
    queryGraph(container, changeRow, {
      entity: "order_change",
      filters: { order_id: orderId, change_type: CHANGED_BY_STAFF, status: OrderChangeStatus.CONFIRMED },
    }),
  ])
  // Not the version: a change that Medusa undoes for want of stock, and the next one, have the same.
  const latest = Math.max(0, ...changes.map(({ confirmed_at }) => confirmed_at.getTime()))
  if (order && !order.canceled_at && latest > 0)
    await enqueueOrderMail(container, "order-changed", { orderId, incident: latest })
  return outcome === "under_way" ? { notBefore: new Date(Date.now() + RECHECK_MS) } : outcome
}
