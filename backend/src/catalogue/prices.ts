import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

export interface CalculatedPrice {
  /** Pounds, as Medusa stores it. */
  readonly amount: number
  readonly isTaxInclusive: boolean
}

/**
 * Today's prices of price sets, of variants as of deliveries, calculated by Medusa with price lists and sales.
 * @returns by the price set's id; a set without a price in this region and currency is missing
 */
export async function readPrices(
  container: MedusaContainer,
  priceSetIds: readonly string[],
  { regionId, currency }: { regionId: string | null; currency: string },
): Promise<Map<string, CalculatedPrice>> {
  if (priceSetIds.length === 0) return new Map()
  const prices = await container
    .resolve(Modules.PRICING)
    .calculatePrices(
      { id: [...new Set(priceSetIds)] },
      { context: { ...(regionId !== null && { region_id: regionId }), currency_code: currency } },
    )
  return new Map(
    prices.flatMap(({ id, calculated_amount: amount, is_calculated_price_tax_inclusive: isTaxInclusive }) =>
      amount === null ? [] : [[id, { amount: Number(amount), isTaxInclusive: isTaxInclusive === true }]],
    ),
  )
}
