import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { createTaxRegionsWorkflow } from "@medusajs/medusa/core-flows"

const COUNTRY = "gb"

/** VAT in the United Kingdom: 20 % on everything without a specific rate, while the business is registered for VAT. */
export async function ensureTaxRegion(container: MedusaContainer): Promise<void> {
  const tax = container.resolve(Modules.TAX)
  const [existing] = await tax.listTaxRegions({ country_code: COUNTRY })
  if (existing) return
  await createTaxRegionsWorkflow(container).run({
    input: [
      {
        country_code: COUNTRY,
        provider_id: "tp_vat_uk",
        default_tax_rate: { name: "VAT 20 %", code: "standard", rate: 20 },
      },
    ],
  })
}
