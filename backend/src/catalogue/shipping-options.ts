import type { MedusaContainer } from "@medusajs/framework/types"
import { readOptionRows, type ShippingOptionRow } from "../platform/medusa-tables/shipping-options"
import { readPrices } from "./prices"

interface OfferedOption extends ShippingOptionRow {
  /** In pounds, as Medusa stores it. */
  readonly amount: number
  readonly isTaxInclusive: boolean
}

/** One for each type code: of several the oldest with a price, as in an order. */
export async function readOfferedOptions(
  container: MedusaContainer,
  where: { regionId: string | null; currency: string },
): Promise<OfferedOption[]> {
  const rows = await readOptionRows(container, { code: null })
  const prices = await readPrices(
    container,
    rows.map(({ priceSetId }) => priceSetId),
    where,
  )
  const byCode = new Map<string, OfferedOption>()
  for (const row of rows) {
    const price = prices.get(row.priceSetId)
    if (price && !byCode.has(row.code)) byCode.set(row.code, { ...row, ...price })
  }
  return [...byCode.values()]
}
