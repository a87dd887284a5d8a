import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { MedusaError, generateEntityId } from "@medusajs/framework/utils"
import { formatPence } from "@shop/contracts"
import type { PaymentPanel } from "@shop/contracts/staff-payments"
import { BITCOIN_PAYMENT, satoshis, worthInMinorUnits } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { penceColumn } from "../platform/money"
import { readTakenBack } from "../platform/medusa-tables/order-lists"
import { insertRelease, readRelease } from "../platform/medusa-tables/unpaid-release"
import { queryGraph } from "../platform/sql/query"
import { amountDueOf } from "./amount-due"
import { findCardPayments } from "./payment-method"
import { paidCollections, paidOf, unknownOrder } from "./projections"

const orderRow = z.object({
  status: z.string(),
  summary: z.object({ pending_difference: penceColumn }),
  payment_collections: paidCollections,
})

type PaymentStatus = PaymentPanel["paymentStatus"]

/** The payment status by Medusa's sums and by the chain. Null: there is no such order. */
export async function readPaymentStatus(
  container: MedusaContainer,
  orderId: string,
): Promise<PaymentStatus | null> {
  const [[order], due, invoices, disputes, [takenBack], [release = null]] = await Promise.all([
    queryGraph(container, orderRow, {
      entity: "order",
      fields: [
        "status",
        "summary.*",
        "payment_collections.captured_amount",
        "payment_collections.refunded_amount",
      ],
      filters: { id: orderId },
    }),
    amountDueOf(container, orderId),
    container.resolve(BITCOIN_PAYMENT).listBitcoinInvoices({ order_id: orderId }),
    findCardPayments(container)?.listCardPayments({ order_id: orderId, dispute: { $ne: null } }) ?? [],
    readTakenBack(container, { ids: [orderId] }),
    readRelease(container, { orderId }),
  ])
  if (!order) return null
  const outstandingPence = order.summary.pending_difference
  const isCancelled = order.status === "canceled"
  const dispute = disputes[0]?.dispute ?? null
  const { captured, refunded } = paidOf(order)
  const isUndone = invoices.some((invoice) => invoice.state === "review" && invoice.captured_at !== null)
  const arrived = invoices
    .filter(({ state, captured_at }) => captured_at === null && state !== "refunded")
    .reduce(
      (sum, { received_sats, ...price }) =>
        sum + Number(worthInMinorUnits(satoshis(BigInt(received_sats)), price)),
      0,
    )
  const whyUnpaid =
    whyNotPaid(isUndone, { outstandingPence, due, captured, arrived }, dispute) ??
    (takenBack ? "All that was paid has gone back to the buyer." : null)
  return {
    isCancelled,
    outstandingPence,
    duePence: due,
    capturedPence: captured,
    refundedPence: refunded,
    dispute,
    release,
    whyUnpaid,
    mayShip: whyUnpaid === null || release !== null,
    mayComplete: takenBack?.mayComplete ?? false,
  }
}

function whyNotPaid(
  isUndone: boolean,
  {
    outstandingPence,
    due,
    captured,
    arrived,
  }: Record<"outstandingPence" | "due" | "captured" | "arrived", number>,
  dispute: PaymentStatus["dispute"],
): string | null {
  if (isUndone)
    return "A reorganisation of the blockchain undid this order's payment. It is almost always mined again: wait for it."
  if (outstandingPence > 0 && due <= 0)
    return `What comes back for the exchange has not arrived: ${formatPence(outstandingPence)} is open until then.`
  if (outstandingPence > 0) {
    const paid = captured > 0 ? "not paid in full" : "not paid"
    const known = arrived > 0 ? `, and ${formatPence(arrived)} that has arrived is not counted yet` : ""
    return `This order is ${paid}: ${formatPence(outstandingPence)} is open${known}.`
  }
  return dispute && DISPUTED[dispute]
}

const DISPUTED = {
  open: "The cardholder disputes this order's payment, and the bank has not decided yet.",
  lost: "The dispute was lost: the payment went back to the cardholder.",
} as const

/** Why an order may not be shipped, with what staff can do. Null: it may, or there is none. */
export async function whyHeld(container: MedusaContainer, orderId: string): Promise<string | null> {
  const status = await readPaymentStatus(container, orderId)
  if (status?.isCancelled === true) return "This order is cancelled. Do not send it."
  if (status === null || status.mayShip) return null
  return `${status.whyUnpaid} To ship it anyway, allow it with a reason in the order's Payment panel.`
}

/** @throws MedusaError `not_allowed` when an order may not be shipped */
export async function assertPaid(container: MedusaContainer, orderId: string): Promise<void> {
  const why = await whyHeld(container, orderId)
  if (why !== null) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, why)
}

/** Staff's lists show open orders only: nothing would say that a completed one was paid. @throws MedusaError `not_allowed` */
export async function assertNothingDue(container: MedusaContainer, orderId: string): Promise<void> {
  const status = await readPaymentStatus(container, orderId)
  if (status === null || status.isCancelled || status.whyUnpaid === null) return
  const isKept = status.dispute === null && status.refundedPence < status.capturedPence
  if (!isKept && status.outstandingPence <= 0) return
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `${status.whyUnpaid} It can be completed when it is paid.`,
  )
}

/** Records the first member of staff only. @throws MedusaError when the order is paid, cancelled or not there */
export async function releaseUnpaid(
  container: MedusaContainer,
  orderId: string,
  by: { id: string; email: string },
  reason: string,
): Promise<void> {
  const status = await readPaymentStatus(container, orderId)
  if (status === null) throw unknownOrder()
  if (status.release !== null) return
  if (status.isCancelled || status.mayShip)
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      status.isCancelled ? "This order is cancelled." : "This order is paid and can be shipped.",
    )
  await insertRelease(container, {
    ...{ id: generateEntityId(undefined, "unprel"), orderId, by: by.id, email: by.email, reason },
    open: String(status.outstandingPence),
  })
}
