import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { VAT_CATEGORIES, type VatCategory } from "@shop/contracts"

const COUNTRY = "gb"

/** Names and rates of VAT (VAT Act 1994, sections 2, 29A and 30); the standard rate is the tax region's default. */
const RATES: Record<VatCategory, { name: string; rate: number }> = {
  standard: { name: "VAT 20 %", rate: 20 },
  reduced: { name: "VAT 5 %", rate: 5 },
  zero: { name: "Zero-rated food", rate: 0 },
}

/** The ids of Medusa's tax rates by category; one that is not there yet is made. */
export async function ensureVatRates(
  container: MedusaContainer,
  wanted: ReadonlySet<VatCategory>,
): Promise<ReadonlyMap<VatCategory, string>> {
  const tax = container.resolve(Modules.TAX)
  const regions = await tax.listTaxRegions({ country_code: COUNTRY })
  const region = regions.find(({ province_code }) => province_code === null) ?? regions[0]
  if (!region)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      "There is no tax region for the United Kingdom.",
    )
  const rates = await tax.listTaxRates({ tax_region_id: region.id, code: [...VAT_CATEGORIES] })
  const ids = new Map<VatCategory, string>()
  for (const category of wanted) {
    const known = rates.find(({ code }) => code === category)
    const id =
      known?.id ??
      (await tax.createTaxRates({ ...RATES[category], tax_region_id: region.id, code: category })).id
    ids.set(category, id)
  }
  return ids
}
