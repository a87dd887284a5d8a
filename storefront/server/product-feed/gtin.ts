/** Prefixes for a shop's internal numbers and for coupons, which no other shop may know the product by. */
const RESTRICTED = /^(?:02|04|2|98|99)/

/**
 * A product's worldwide number (GTIN): 8, 12, 13 or 14 digits with a valid check digit, and not of a range that is
 * reserved for internal use. Null for any other bar code.
 */
export function gtinIn(barcode: string): string | null {
  const digits = barcode.replace(/[\s-]/g, "")
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return null
  const full = digits.padStart(14, "0")
  // Of the 13 digits after the packaging level; a number of 8 digits has no such prefix.
  if (digits.length > 8 && RESTRICTED.test(full.slice(1))) return null
  const sum = Array.from(full, Number).reduce(
    (total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1),
    0,
  )
  return sum % 10 === 0 && Number(full) > 0 ? digits : null
}
