import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { BITCOIN_PAYMENT, type ReviewedInvoice } from "../../modules/bitcoin-payment"
import { penceColumn } from "../../query/money"
import { queryRows } from "../../query/query-rows"
import { deliveryLines, describeItem } from "../../orders/order-row"
import { ORDER_FIELDS, orderRow } from "../../orders/order-row"
import type { VatLine } from "../../orders/vat-summary"
import { vatOfWhatWasPaid } from "./vat-of-what-was-paid"

const time = z.coerce.date().transform((date) => date.toISOString())
const moneyRow = orderRow.extend({
  status: z.string(),
  payment_collections: z.array(
    z.object({
      captured_amount: penceColumn.nullish(),
      payments: z
        .array(
          z.object({
            captured_at: time.nullish(),
            captures: z.array(z.object({ created_at: time })).nullish(),
            refunds: z.array(z.object({ amount: penceColumn, created_at: time })).nullish(),
          }),
        )
        .nullish(),
    }),
  ),
})
const FIELDS = [
  ...ORDER_FIELDS,
  "status",
  "payment_collections.captured_amount",
  "payment_collections.payments.captured_at",
  "payment_collections.payments.captures.created_at",
  "payment_collections.payments.refunds.amount",
  "payment_collections.payments.refunds.created_at",
]

/** How a Bitcoin sale was valued: at its invoice's own rate, which never changes. */
interface BitcoinSale {
  /** What of the buyer's coins paid the order. */
  readonly sats: bigint
  /** What came beyond the price: owed back, and no part of the sale. */
  readonly surplusSats: bigint
  readonly rate: string
  readonly rateSource: string
  readonly rateAt: number
  readonly isByHand: boolean
}

/** An order as its receipt and its packing slip show it; all money in pence, VAT inside. */
export interface Receipt {
  readonly number: number
  readonly orderedAt: string
  readonly deliverTo: readonly string[]
  readonly lines: readonly { name: string; detail: string; quantity: number; pence: number; rate: number }[]
  readonly delivery: { name: string; pence: number; rate: number }
  /** What the goods and the delivery cost; less was paid where the shop accepted less. */
  readonly costPence: number
  readonly paidPence: number
  readonly paidAt: string | null
  readonly vat: readonly VatLine[]
  readonly refunds: readonly { pence: number; at: string }[]
  readonly bitcoin: BitcoinSale | null
}

/** Null: there is no such order. */
export async function readReceipt(container: MedusaContainer, orderId: string): Promise<Receipt | null> {
  const [[order], files] = await Promise.all([
    queryRows(container, moneyRow, { entity: "order", fields: FIELDS, filters: { id: orderId } }),
    container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(orderId),
  ])
  if (!order) return null
  const { items, shipping_methods: methods, payment_collections: collections } = order
  const payments = collections.flatMap(({ payments }) => payments ?? [])
  const taxed = [...items, ...methods].map(({ total, tax_lines }) => ({ grossPence: total, rate: tax_lines }))
  const costPence = taxed.reduce((sum, { grossPence }) => sum + grossPence, 0)
  const paidPence = collections.reduce((sum, { captured_amount }) => sum + (captured_amount ?? 0), 0)
  const captures = payments.flatMap(({ captures }) => captures ?? [])
  const paid = files.find(({ invoice }) => invoice.captured)
  return {
    number: order.display_id,
    orderedAt: order.created_at.toISOString(),
    deliverTo: deliveryLines(order),
    lines: items.map((item) => ({
      ...describeItem(item),
      quantity: item.quantity,
      pence: item.total,
      rate: item.tax_lines,
    })),
    delivery: {
      name: methods[0]?.name ?? "Delivery",
      pence: methods.reduce((sum, { total }) => sum + total, 0),
      rate: methods[0]?.tax_lines ?? 0,
    },
    costPence,
    paidPence,
    paidAt: captures.map(({ created_at }) => created_at).sort()[0] ?? null,
    vat: vatOfWhatWasPaid(taxed, paidPence),
    refunds: payments.flatMap(({ refunds }) =>
      (refunds ?? []).map(({ amount, created_at }) => ({ pence: amount, at: created_at })),
    ),
    bitcoin: paid === undefined ? null : saleOf(paid),
  }
}

function saleOf({ invoice }: ReviewedInvoice): BitcoinSale {
  const { received, due, rate, rateSource, rateAt, accepted } = invoice
  const surplusSats = received > due ? received - due : 0n
  return {
    sats: received - surplusSats,
    surplusSats,
    rate,
    rateSource,
    rateAt,
    isByHand: accepted === "by_hand",
  }
}
