import type { UnitPrice } from "@shop/contracts"

/**
 * Pounds on the wire (`"12.50"`) as integer pence.
 * @throws when the text is not pounds with two decimals: the border has let something through.
 */
export function penceOf(pounds: string): number {
  const match = /^(\d{1,7})\.(\d{2})$/.exec(pounds)
  if (!match) throw new RangeError(`Not an amount of pounds: ${pounds}`)
  return Number(match[1]) * 100 + Number(match[2])
}

/** Integer pence as it goes on the wire: `1250` → `"12.50"`. */
export function poundsOf(pence: number): string {
  return `${Math.trunc(pence / 100)}.${String(pence % 100).padStart(2, "0")}`
}

/** Integer pence as a shopper reads it: `1250` → `"£12.50"`. */
export function formatPence(pence: number): string {
  if (pence < 0) return `-${formatPence(-pence)}`
  const [pounds, rest = ""] = poundsOf(pence).split(".")
  return `£${inThousands(Number(pounds))}.${rest}`
}

/** Pounds on the wire as a shopper reads them: `"12.50"` → `"£12.50"`. */
export function formatPounds(pounds: string): string {
  return formatPence(penceOf(pounds))
}

/** What the price marking rules want beside a selling price: `"£19.12 per kg"`; null where nothing is weighed. */
export const unitPriceLabel = (unitPrice: UnitPrice | null | undefined): string | null =>
  unitPrice ? `${formatPounds(unitPrice.price)} per ${unitPrice.per}` : null

const BETWEEN_THOUSANDS = /\B(?=(?:\d{3})+$)/g

/** A whole number as a Briton writes it: `1234` → `"1,234"`. By hand, because the platform takes long to set up its own way. */
export const inThousands = (whole: number): string => String(whole).replace(BETWEEN_THOUSANDS, ",")
