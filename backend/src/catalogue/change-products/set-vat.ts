import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { VAT_CATEGORIES, type VatCategory } from "@shop/contracts"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { SHOP_COUNTRY } from "../../platform/money"
import type { ProductChange } from "./steps"

/** Names and rates of VAT (VAT Act 1994, sections 2, 29A and 30); the standard rate is the tax region's default. */
export const VAT_RATES: Record<VatCategory, { name: string; rate: number }> = {
  standard: { name: "VAT 20%", rate: 20 },
  reduced: { name: "VAT 5%", rate: 5 },
  zero: { name: "Zero-rated food", rate: 0 },
}

/** The ids of Medusa's tax rates by category. A missing rate is created. */
async function ensureVatRates(
  container: MedusaContainer,
  wanted: ReadonlySet<VatCategory>,
): Promise<ReadonlyMap<VatCategory, string>> {
  const tax = container.resolve(Modules.TAX)
  const regions = await tax.listTaxRegions({ country_code: SHOP_COUNTRY })
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
      (await tax.createTaxRates({ ...VAT_RATES[category], tax_region_id: region.id, code: category })).id
    ids.set(category, id)
  }
  return ids
}

/** Sets Medusa's tax rate rules for these products. The standard rate is the default and needs no rule. */
export const setVatStep = createStep(
  "set-vat",
  async (changes: ProductChange[], { container }) => {
    const taxed = changes.flatMap(({ productId, vat }) => (vat ? [{ productId, vat }] : []))
    const tax = container.resolve(Modules.TAX)
    const ruled = taxed.filter(({ vat }) => vat !== "standard")
    const rates = await ensureVatRates(container, new Set(ruled.map(({ vat }) => vat)))
    const before =
      taxed.length === 0
        ? []
        : await tax.listTaxRateRules(
            { reference: "product", reference_id: taxed.map(({ productId }) => productId) },
            { take: null },
          )
    const wanted = ruled.map(({ productId, vat }) => ({ productId, rateId: rates.get(vat) ?? "" }))
    const isWanted = (rule: (typeof before)[number]) =>
      wanted.some(({ productId, rateId }) => productId === rule.reference_id && rateId === rule.tax_rate_id)
    const gone = before.filter((rule) => !isWanted(rule)).map(({ id }) => id)
    const missing = wanted.filter(
      ({ productId, rateId }) =>
        !before.some((rule) => rule.reference_id === productId && rule.tax_rate_id === rateId),
    )
    if (gone.length > 0) await tax.softDeleteTaxRateRules(gone)
    const created = await tax.createTaxRateRules(
      missing.map(({ productId, rateId }) => ({
        tax_rate_id: rateId,
        reference: "product",
        reference_id: productId,
      })),
    )
    return new StepResponse(null, { gone, created: created.map(({ id }) => id) })
  },
  async (undo, { container }) => {
    if (!undo) return
    const tax = container.resolve(Modules.TAX)
    if (undo.created.length > 0) await tax.deleteTaxRateRules(undo.created)
    if (undo.gone.length > 0) await tax.restoreTaxRateRules(undo.gone)
  },
)
