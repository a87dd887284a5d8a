import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { queryGraph, querySql } from "../database"
import type { RefundChoice } from "../refund-choice"
import { assertNoOpenChange } from "./open-change"

const number = z.coerce.number()
const orderRow = z.object({
  status: z.string(),
  currency_code: z.string(),
  summary: z.object({ pending_difference: number }),
  credit_lines: z.array(z.object({ reference_id: z.string().nullish() })).nullish(),
})
const paymentRow = z.object({
  id: z.string(),
  refunds: z.array(z.object({ id: z.string(), metadata: z.record(z.string(), z.unknown()).nullish() })),
})

export interface MadeRefund {
  readonly id: string
  readonly kind: "bitcoin_refund" | "card_refund"
  readonly orderId: string
  readonly sessionId: string
  /** As Medusa has amounts, in whole units. */
  readonly amount: number
  /** The id of who made it; undefined: the shop or the processor. */
  readonly by?: string | undefined
  readonly note: string
  /** What staff chose to refund. */
  readonly chosen: RefundChoice | undefined
  readonly medusaRefundId: string | null
  /** Removes that link: Medusa does not have the refund. */
  readonly release: () => Promise<void>
}

/** Medusa's refund, the order's transaction, and a credit line for goodwill. Each is created once. */
export async function recordRefundInMedusa(container: MedusaContainer, refund: MadeRefund): Promise<void> {
  const { orderId } = refund
  const medusaRefundId = await ensureMedusaRefund(container, refund)
  const order = await readRefundedOrder(container, orderId)
  const orders = container.resolve(Modules.ORDER)
  const reference = { order_id: orderId, reference: "refund", reference_id: medusaRefundId }
  if ((await orders.listOrderTransactions(reference, { take: 1 })).length === 0)
    await orders.addOrderTransactions([
      { ...reference, amount: -refund.amount, currency_code: order.currency_code },
    ])
  await ensureCreditLine(container, refund)
}

/**
 * Medusa's own refund, of staff who cancelled the order before theirs was recorded here, was admitted in its place. The transaction that
 * Medusa booked for it names the payment.
 */
const ADOPT_REFUND = `
  with adopted as (
    update refund set metadata = coalesce(metadata, cast('{}' as jsonb)) || cast(:noted as jsonb), updated_at = now()
     where id = :refundId returning payment_id, amount)
  update order_transaction set reference_id = :refundId, updated_at = now() where id = (
    select t.id from order_transaction t join adopted a on t.reference_id = a.payment_id and t.amount = -a.amount
     where t.reference = 'refund' and t.deleted_at is null order by t.created_at limit 1)`

/** Medusa creates its refund through the payment provider, which admits it because the money has gone. */
async function ensureMedusaRefund(
  container: MedusaContainer,
  { id, kind, sessionId, amount, by, note, chosen, medusaRefundId, release }: MadeRefund,
): Promise<string> {
  const [payment] = await queryGraph(container, paymentRow, {
    entity: "payment",
    fields: ["id", "refunds.id", "refunds.metadata"],
    filters: { payment_session_id: sessionId },
  })
  if (!payment)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Session ${sessionId} has no payment to refund.`,
    )
  const isOurs = ({ metadata }: (typeof payment.refunds)[number]) => metadata?.[kind] === id
  const existing = payment.refunds.find(isOurs)
  if (existing) return existing.id
  const metadata = { [kind]: id, ...(chosen && { chosen }) }
  const linked = payment.refunds.find((refund) => refund.id === medusaRefundId)
  if (linked) {
    await querySql(container, z.unknown(), ADOPT_REFUND, {
      refundId: linked.id,
      noted: JSON.stringify(metadata),
    })
    return linked.id
  }
  // Linked to a refund that Medusa does not have: the process died before Medusa wrote it.
  if (medusaRefundId !== null) await release()
  const after = await container.resolve(Modules.PAYMENT).refundPayment({
    payment_id: payment.id,
    amount,
    created_by: by,
    note,
    metadata,
  })
  const created = paymentRow.shape.refunds.parse(after.refunds).find(isOurs)
  if (!created) throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "Medusa did not keep the refund.")
  return created.id
}

/** A refund beyond what was owed (goodwill) lowers the order's total, or the order would read as unpaid. */
async function ensureCreditLine(
  container: MedusaContainer,
  { id, kind, orderId, amount }: MadeRefund,
): Promise<void> {
  const { status, summary, credit_lines } = await readRefundedOrder(container, orderId)
  const isCredited = (credit_lines ?? []).some(({ reference_id }) => reference_id === id)
  const credit = Math.min(amount, summary.pending_difference)
  if (status === "canceled" || isCredited || credit <= 0) return
  await assertNoOpenChange(container, orderId)
  await createOrderCreditLinesWorkflow(container).run({
    input: { id: orderId, credit_lines: [{ amount: credit, reference: kind, reference_id: id }] },
  })
}

export async function readRefundedOrder(
  container: MedusaContainer,
  orderId: string,
): Promise<z.output<typeof orderRow>> {
  const [order] = await queryGraph(container, orderRow, {
    entity: "order",
    fields: ["status", "currency_code", "summary.*", "credit_lines.reference_id"],
    filters: { id: orderId },
  })
  if (!order) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${orderId}.`)
  return order
}
