import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { whyNotChargeable } from "./chargeable"

export interface CalculatedPrice {
  /** Pounds, as Medusa stores it. */
  readonly amount: number
  /** Pounds, when a sale has brought the price down. */
  readonly compareAt: number | undefined
  /** Pounds, before any price list. */
  readonly original: number
  readonly isTaxInclusive: boolean
}

/**
 * By price set id, for variants and deliveries, as Medusa calculates with lists and sales; a delivery's may depend on
 * `itemTotal`, what the goods cost in pounds. Sets without a chargeable price in this region and currency are missing.
 */
export async function readPrices(
  container: MedusaContainer,
  priceSetIds: readonly string[],
  { regionId, currency, itemTotal = 0 }: { regionId: string | null; currency: string; itemTotal?: number },
): Promise<Map<string, CalculatedPrice>> {
  if (priceSetIds.length === 0) return new Map()
  const prices = await container.resolve(Modules.PRICING).calculatePrices(
    { id: [...new Set(priceSetIds)] },
    {
      context: {
        ...(regionId !== null && { region_id: regionId }),
        currency_code: currency,
        item_total: itemTotal,
      },
    },
  )
  return new Map(
    prices.flatMap((price) => {
      const { id, calculated_amount: amount, original_amount: original } = price
      if (amount === null || whyNotChargeable(Number(amount)) !== null) return []
      const isSale = price.calculated_price?.price_list_type === "sale" && original !== amount
      const compareAt = isSale ? Number(original) : undefined
      const isTaxInclusive = price.is_calculated_price_tax_inclusive === true
      return [
        [id, { amount: Number(amount), original: Number(original ?? amount), compareAt, isTaxInclusive }],
      ]
    }),
  )
}
