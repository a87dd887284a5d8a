import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createTaxRateRulesWorkflow,
  createTaxRatesWorkflow,
  createTaxRegionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { idRow, queryGraph } from "../../platform/sql/query"
import type { Product } from "./catalogue/schema"

const COUNTRY = "gb"
const ZERO = "zero"

/** VAT in the United Kingdom: 20 % on everything without a specific rate, while the business is registered for VAT. */
export async function ensureTaxRegion(container: MedusaContainer): Promise<{ id: string }> {
  const tax = container.resolve(Modules.TAX)
  const [existing] = await tax.listTaxRegions({ country_code: COUNTRY })
  if (existing) return existing
  const { result } = await createTaxRegionsWorkflow(container).run({
    input: [
      {
        country_code: COUNTRY,
        provider_id: "tp_vat_uk",
        default_tax_rate: { name: "VAT 20 %", code: "standard", rate: 20 },
      },
    ],
  })
  const [created] = result
  if (!created) throw new Error("Medusa made no tax region.")
  return created
}

/** Creates the zero rate, and a rule for every zero-rated food of the catalogue (VAT Act 1994, Schedule 8, Group 1). */
export async function ensureZeroRates(
  container: MedusaContainer,
  products: readonly Product[],
  taxRegionId: string,
): Promise<void> {
  const tax = container.resolve(Modules.TAX)
  const rateId = await ensureZeroRate(container, taxRegionId)
  const handles = products.filter((product) => product.vat === "zero").map((product) => product.slug)
  const zeroRated = await queryGraph(container, idRow, {
    entity: "product",
    fields: ["id"],
    filters: { handle: handles },
  })
  const rules = await tax.listTaxRateRules({ tax_rate_id: rateId })
  const ruled = new Set(rules.map((rule) => rule.reference_id))
  const missing = zeroRated.filter((product) => !ruled.has(product.id))
  if (missing.length === 0) return
  await createTaxRateRulesWorkflow(container).run({
    input: {
      rules: missing.map((product) => ({
        tax_rate_id: rateId,
        reference: "product",
        reference_id: product.id,
      })),
    },
  })
}

async function ensureZeroRate(container: MedusaContainer, taxRegionId: string): Promise<string> {
  const tax = container.resolve(Modules.TAX)
  const rates = await tax.listTaxRates({ tax_region_id: taxRegionId })
  const existing = rates.find((rate) => rate.code === ZERO)
  if (existing) return existing.id
  const { result } = await createTaxRatesWorkflow(container).run({
    input: [{ tax_region_id: taxRegionId, name: "Zero-rated food", code: ZERO, rate: 0 }],
  })
  const [created] = result
  if (!created) throw new Error("Medusa made no tax rate.")
  return created.id
}
