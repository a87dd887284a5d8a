import type { RefundChoice } from "medusa-payments/refund-choice"
import type { OrderContent, OrderReceipt } from "./projections"
import { divide, vatOfMovements, type Movement, type TaxedLine, type VatLine } from "./vat-summary"

type Sold = Pick<OrderContent, "items" | "shipping_methods">

/** The goods and the delivery as VAT sees them, after discounts. */
export function taxedLines({ items, shipping_methods: methods }: Sold): TaxedLine[] {
  return [
    ...items.map(({ total, tax_lines: rate }) => ({ grossPence: total, rate })),
    ...methods.flatMap(({ total, tax_lines: parts }) => divide(total, parts)),
  ]
}

/**
 * The VAT of each capture and refund by Medusa's id: for the receipt and the books alike.
 * @param unrecorded what Medusa's order does not show yet
 */
export function vatOfOrder(
  order: Sold & Pick<OrderReceipt, "payment_collections">,
  unrecorded: readonly Movement[] = [],
): ReadonlyMap<string, VatLine[]> {
  const payments = order.payment_collections.flatMap(({ payments }) => payments)
  const captured = payments.flatMap(({ captures }) =>
    captures.map(({ id, amount, created_at: at }) => ({ id, pence: amount, chosen: null, at })),
  )
  const refunded = payments.flatMap(({ refunds }) =>
    refunds.map(({ id, amount, metadata, created_at: at }) => {
      return { id, pence: -amount, chosen: metadata && chosenLines(order, metadata), at }
    }),
  )
  const moved = [...captured, ...refunded].sort((one, other) => one.at.getTime() - other.at.getTime())
  return vatOfMovements(taxedLines(order), [...moved, ...unrecorded])
}

function chosenLines({ items, shipping_methods: methods }: Sold, choice: RefundChoice): TaxedLine[] {
  if ("tax_rate" in choice) return [{ rate: choice.tax_rate, grossPence: 1 }]
  // An item that was taken off the order later has no total.
  const priceOf = ({ unit_price, total, quantity }: Sold["items"][number]) =>
    quantity === 0 ? unit_price : total / quantity
  return choice.items.flatMap(({ id, quantity }) =>
    taxedLines({
      items: items
        .filter((item) => item.id === id)
        .map((item) => ({ ...item, total: Math.round(priceOf(item) * quantity) })),
      shipping_methods: methods.filter((method) => method.id === id),
    }),
  )
}
