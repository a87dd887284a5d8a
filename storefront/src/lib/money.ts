import { formatPence, type ShippingOption, type UnitPrice } from "@shop/contracts"

/** `"12.50"` → `1250`. @throws RangeError for text that should have been parsed before */
export function penceOf(pounds: string): number {
  const match = /^(\d{1,7})\.(\d{2})$/.exec(pounds)
  if (!match) throw new RangeError(`Not an amount of pounds: ${pounds}`)
  return Number(match[1]) * 100 + Number(match[2])
}

/** Pounds on the wire for display: `"12.50"` → `"£12.50"`. */
export function formatPounds(pounds: string): string {
  return formatPence(penceOf(pounds))
}

/** The unit price that the price marking rules require: `"£19.12 per kg"`; null for goods that are not weighed. */
export const unitPriceLabel = (unitPrice: UnitPrice | null | undefined): string | null =>
  unitPrice ? `${formatPounds(unitPrice.price)} per ${unitPrice.per}` : null

/** A price on the wire for display: `"0.00"` → `"Free"`. */
export const priceOrFree = (pounds: string): string => (penceOf(pounds) === 0 ? "Free" : formatPounds(pounds))

/** A delivery's prices for display: `"free"`, `"£3.99"`, `"£3.99, free from £50.00"`. */
export const deliveryPrices = ({ price, conditionalPrices = [] }: ShippingOption): string =>
  [
    priceOrFree(price),
    ...conditionalPrices.map(({ from, price }) => `${priceOrFree(price)} from ${formatPounds(from)}`),
  ]
    .join(", ")
    .toLowerCase()

/** Whatever the goods cost. */
export const isFree = (delivery: ShippingOption | undefined): boolean =>
  delivery !== undefined && deliveryPrices(delivery) === "free"
