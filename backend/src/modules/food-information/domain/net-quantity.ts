import type { NetQuantity, UnitPrice } from "@shop/contracts"

/** The grams or millilitres of each unit, and the unit of its price. */
const UNITS: Record<NetQuantity["unit"], { base: number; per: UnitPrice["per"] }> = {
  g: { base: 1, per: "kg" },
  kg: { base: 1000, per: "kg" },
  ml: { base: 1, per: "litre" },
  l: { base: 1000, per: "litre" },
}
const BASE_UNITS_PER_UNIT = 1000

const WRITTEN = /(?:(\d+)\s*[x×]\s*)?(?<![\d.,])(\d+(?:\.\d+)?)\s*(kg|g|ml|l|litres?)\b/i

/** The net quantity that a weight text names: "2 x 150 g", "60 pieces (180 g)"; null for "60 pieces". */
export function netQuantityIn(weight: string): NetQuantity | null {
  const match = WRITTEN.exec(weight)
  const word = match?.[3]?.toLowerCase()
  if (!match || word === undefined) return null
  const unit = word === "kg" || word === "g" || word === "ml" ? word : "l"
  const value = Number(match[1] ?? 1) * Number(match[2])
  return value > 0 ? { value, unit } : null
}

/** The price per kilogram or litre, rounded to a penny (Price Marking Order 2004, schedule 1). */
export function unitPriceOf(pence: number, quantity: NetQuantity | null): UnitPrice | null {
  if (!quantity) return null
  const { base, per } = UNITS[quantity.unit]
  // 1.1 kg are 1100 g, and not 1100.0000000000002.
  const amount = Math.round(quantity.value * base * 1000) / 1000
  const perUnit = Math.round((pence * BASE_UNITS_PER_UNIT) / amount)
  return { price: (perUnit / 100).toFixed(2), per }
}
