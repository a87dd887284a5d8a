/** Why no order can be charged this price, in pounds, in words for staff. Null: it can. */
export function whyNotChargeable(amount: number): string | null {
  if (!(amount >= 0)) return "it is below zero"
  // Decimal pounds are binary fractions: 4.35 × 100 is not 435.
  return Math.abs(Math.round(amount * 100) - amount * 100) < 1e-6 ? null : "it is not a whole number of pence"
}
