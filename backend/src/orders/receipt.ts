import type { MedusaContainer } from "@medusajs/framework/types"
import {
  BITCOIN_PAYMENT,
  isByHand,
  isByLightning,
  type ReviewedInvoice,
} from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { describeCard } from "./card-texts"
import { findCardPayments } from "./payment-method"
import { amountsOf, deliveryLines, describeItem, priceBeforeDiscounts } from "./projections"
import { readSoldOrders, taxedLines, vatOfOrder } from "./order-vat"
import { addByRate, type VatLine } from "./vat-summary"

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
  readonly isByLightning: boolean
}

/** An order as its receipt shows it; all money in pence, VAT inside. */
export interface Receipt {
  readonly number: number
  readonly orderedAt: string
  readonly deliverTo: readonly string[]
  readonly lines: readonly { name: string; detail: string; quantity: number; pence: number; rate: number }[]
  readonly delivery: { name: string; pence: number; rates: readonly number[] }
  /** What discounts took off the goods; the prices of the lines are before it. */
  readonly discount: { readonly codes: readonly string[]; readonly pence: number } | null
  /** What the goods and the delivery cost; less was paid where the shop accepted less. */
  readonly costPence: number
  readonly paidPence: number
  readonly paidAt: string | null
  readonly vat: readonly VatLine[]
  readonly refunds: readonly {
    pence: number
    vatPence: number
    at: string
    /** In bitcoin, with a surplus that was returned at once; null: otherwise. */
    sent: { sats: bigint; isByLightning: boolean } | null
  }[]
  /** Oldest first: a difference is paid apart. */
  readonly payments: readonly PaidPart[]
}

/** What one payment paid of the order. */
interface PaidPart {
  readonly pence: number
  /** Null: by card, or by hand. */
  readonly bitcoin: BitcoinSale | null
  /** The card that paid, like 'Visa ending 4242'; null: unknown, or paid otherwise. */
  readonly card: string | null
}

/** Only of money that paid all of the order, or of one that is over. */
export const hasReceipt = ({
  paidPence,
  outstandingPence,
  isCancelled,
}: {
  paidPence: number
  outstandingPence: number
  isCancelled: boolean
}): boolean => paidPence > 0 && (outstandingPence <= 0 || isCancelled)

/** Null: there is no such order. */
export async function readReceipt(container: MedusaContainer, orderId: string): Promise<Receipt | null> {
  const [[order], files, cards] = await Promise.all([
    readSoldOrders(container, [orderId]),
    container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(orderId),
    findCardPayments(container)?.payments.detailsOfOrder(orderId),
  ])
  if (!order) return null
  const { items, shipping_methods: methods, payment_collections: collections } = order
  const amounts = amountsOf(order)
  const payments = collections.flatMap(({ payments }) => payments)
  const vat = vatOfOrder(order)
  const costPence = taxedLines(order).reduce((sum, { grossPence }) => sum + grossPence, 0)
  const paidPence = collections.reduce((sum, { captured_amount }) => sum + captured_amount, 0)
  const captures = payments.flatMap(({ captures }) => captures)
  const sent = new Map(
    files
      .flatMap(({ refunds }) => refunds)
      .map(({ medusaRefundId, method }) => [
        medusaRefundId,
        method.kind === "bitcoin"
          ? { sats: method.sats, isByLightning: method.lightning !== undefined }
          : null,
      ]),
  )
  return {
    number: order.display_id,
    orderedAt: order.created_at.toISOString(),
    deliverTo: deliveryLines(order),
    lines: items.map((item) => ({
      ...describeItem(item),
      quantity: item.quantity,
      pence: priceBeforeDiscounts(item),
      rate: item.tax_lines,
    })),
    discount: amounts.goodsDiscount === 0 ? null : { codes: amounts.codes, pence: amounts.goodsDiscount },
    delivery: {
      name: methods[0]?.name ?? "Delivery",
      pence: amounts.delivery,
      rates: (methods[0]?.tax_lines ?? []).map(({ rate }) => rate),
    },
    costPence,
    paidPence,
    paidAt: captures.map(({ created_at }) => created_at.toISOString()).sort()[0] ?? null,
    vat: addByRate(
      [...captures.map(({ id }) => id), ...order.versions.map(({ changeId }) => changeId)].flatMap(
        (id) => vat.get(id) ?? [],
      ),
    ),
    refunds: payments.flatMap(({ refunds }) =>
      refunds.map(({ id, amount, created_at }) => ({
        pence: amount,
        vatPence: (vat.get(id) ?? []).reduce((sum, { vatPence }) => sum - vatPence, 0),
        at: created_at.toISOString(),
        sent: sent.get(id) ?? null,
      })),
    ),
    payments: payments
      .flatMap(({ payment_session_id: session, captures: parts }) => {
        const byCard = cards?.find(({ payment }) => payment.sessionId === session)
        const paid = files.find(({ invoice }) => invoice.sessionId === session)
        return parts.map(({ amount, created_at }) => ({
          pence: amount,
          at: created_at.getTime(),
          card: byCard === undefined ? null : describeCard(byCard.payment.card),
          bitcoin: paid === undefined ? null : saleOf(paid),
        }))
      })
      .sort((one, other) => one.at - other.at),
  }
}

function saleOf({ invoice, outputs, takenSats, overpaidSats }: ReviewedInvoice): BitcoinSale {
  const { rate, rateSource, rateAt, accepted } = invoice
  return {
    sats: takenSats,
    surplusSats: overpaidSats,
    rate,
    rateSource,
    rateAt,
    isByHand: isByHand(accepted),
    isByLightning: outputs.some(isByLightning),
  }
}
