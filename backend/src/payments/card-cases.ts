import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { formatPence } from "@shop/contracts"
import { refundIsDue } from "medusa-payments/amount-due"
import type { ClosedCase, OpenCase } from "medusa-payments/review"
import { CASE_KINDS } from "../modules/card-payment"
import { CARD_CASES, cardReason } from "../orders/card-texts"
import { findCardPayments } from "../orders/payment-method"
import {
  type OpenCardCase,
  selectClosedCardCases,
  selectOpenCardCases,
} from "../platform/medusa-tables/payment-cases"

/** The open cases about card payments, oldest first; of these orders alone where they are named. */
export async function openCardCases(
  container: MedusaContainer,
  orders: readonly string[] | null = null,
): Promise<OpenCase[]> {
  if (findCardPayments(container) === null) return []
  const rows = await selectOpenCardCases(container, { orders })
  return rows.map((row) => ({
    kind: "card",
    label: { text: row.source === "owed" ? "Refund due" : "Card payment", colour: "red" },
    orderId: row.order_id,
    number: row.number,
    paymentId: row.payment_id,
    since: row.since,
    reasons: [reasonOf(row)],
    why: whyOf(row),
    respondBy: row.respond_by,
    amountMinor: BigInt(row.pence),
    priceMinor: BigInt(row.price_pence),
    bitcoin: null,
    actions: [],
    options: [],
  }))
}

const caseKind = z.enum(CASE_KINDS)

function reasonOf({ source, kind }: OpenCardCase): string {
  if (source === "failing") return "A background task keeps failing"
  return source === "owed" ? "A refund is due" : CARD_CASES[caseKind.parse(kind)].what
}

function whyOf(row: OpenCardCase): string {
  const { source, kind, detail, pence } = row
  if (source === "failing") return `${reasonOf(row)}: ‘${kind}’ failed ${detail}`
  if (source === "owed") return refundIsDue(formatPence(pence))
  return `${reasonOf(row)} (${formatPence(pence)}): ${detail}`
}

export async function closedCardCases(container: MedusaContainer, limit: number): Promise<ClosedCase[]> {
  if (findCardPayments(container) === null) return []
  const rows = await selectClosedCardCases(container, { limit })
  return rows.map(({ order_id: orderId, kind, by, reason, pence, ...row }) => ({
    ...row,
    orderId,
    what:
      pence === null
        ? `Closed: ${CARD_CASES[caseKind.parse(kind)].what}`
        : `Refunded ${formatPence(pence)} to the card`,
    by: cardReason(by),
    reason: reason === null ? null : cardReason(reason),
  }))
}
