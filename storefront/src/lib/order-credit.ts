import { comesBack, creditOf, formatPence, type OwnerDetails } from "@shop/contracts"
import { formatPounds, penceOf, priceOrFree } from "./money"

interface Amounts {
  subtotal: string
  discount: { goods: string } | null
  shippingCost: string
  total: string
  refunded: string | null
  amountDue?: string
  amountAwaited?: string
  amountToReturn?: string
}

/** A part of the order is paid, and it costs more since. */
export function isDifference({ amountDue, total }: { amountDue: string; total: string }): boolean {
  return penceOf(amountDue) > 0 && penceOf(amountDue) < penceOf(total)
}

/** Of an order as the shop's answers say it. */
export const orderCredit = ({ subtotal, discount, shippingCost, total, refunded }: Amounts) =>
  creditOf({
    goods: penceOf(subtotal),
    goodsDiscount: penceOf(discount?.goods ?? "0.00"),
    delivery: penceOf(shippingCost),
    total: penceOf(total),
    refunded: penceOf(refunded ?? "0.00"),
  })

interface Row {
  label: string
  amount: string
  note?: string | undefined
  kind?: "discount" | "total"
}

/** What took off or added to an order's subtotal, and its total. @param delivery what its row is called */
export function amountRows(
  order: Amounts & { discount: { codes: readonly string[]; goods: string } | null },
  delivery: string,
): Row[] {
  const { discount, shippingCost, total, amountDue = total, amountToReturn = "0.00" } = order
  const awaited = penceOf(order.amountAwaited ?? "0.00")
  const credit = orderCredit(order)
  return [
    ...(discount
      ? [
          {
            kind: "discount" as const,
            label: `Discount ${discount.codes.join(", ")}`,
            amount: discountLabel(discount),
          },
        ]
      : []),
    { label: delivery, amount: priceOrFree(shippingCost) },
    ...(credit.pence > 0 ? [{ label: credit.label, amount: `−${formatPence(credit.pence)}` }] : []),
    {
      kind: "total",
      label: "Total",
      amount: formatPounds(total),
      note: awaited > 0 ? comesBack(awaited) : undefined,
    },
    ...(isDifference({ amountDue, total })
      ? [{ label: "Still to pay", amount: formatPounds(amountDue) }]
      : []),
    ...(penceOf(amountToReturn) > 0
      ? [{ label: "Goes back to you", amount: formatPounds(amountToReturn) }]
      : []),
  ]
}

/** What an order's discount took off: the goods, or only the delivery. */
const discountLabel = ({ goods }: { goods: string }): string =>
  penceOf(goods) > 0 ? `−${formatPounds(goods)}` : "On delivery"

export const addressLines = ({ name, address, city, postcode }: OwnerDetails): string[] =>
  [name, address, city, postcode].filter(Boolean)
