import { penceOf, formatPence } from "./money"

/** How many base units (gram, millilitre) one of a written unit is, and what the price is then given for. */
const UNITS: Record<string, { base: number; per: "kg" | "litre" }> = {
  g: { base: 1, per: "kg" },
  kg: { base: 1000, per: "kg" },
  ml: { base: 1, per: "litre" },
  l: { base: 1000, per: "litre" },
  litre: { base: 1000, per: "litre" },
}
const BASE_UNITS_PER_UNIT = 1000

/**
 * The unit price that Price Marking rules ask for beside a selling price: `("6.50", "340g")` → `"£19.12 per kg"`.
 * Null where the weight names no mass or volume ("60 gummies").
 */
export function unitPrice(pounds: string, weight: string): string | null {
  const match = /^\s*(?:(\d+)\s*[x×]\s*)?(\d+(?:\.\d+)?)\s*(kg|g|ml|l|litre)\b/i.exec(weight)
  const unit = UNITS[match?.[3]?.toLowerCase() ?? ""]
  if (!match || !unit) return null
  const amount = Number(match[1] ?? 1) * Number(match[2]) * unit.base
  if (amount <= 0) return null
  return `${formatPence(Math.round((penceOf(pounds) * BASE_UNITS_PER_UNIT) / amount))} per ${unit.per}`
}
