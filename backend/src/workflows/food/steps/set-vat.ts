import { Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { VatCategory } from "@shop/contracts"
import { ensureVatRates } from "../vat-rates"

interface Taxed {
  productId: string
  vat: VatCategory
}

/** Has these products taxed at their category's rate, by a rule of Medusa's; the standard rate is the default and needs none. */
export const setVatStep = createStep(
  "set-vat",
  async (taxed: Taxed[], { container }) => {
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
