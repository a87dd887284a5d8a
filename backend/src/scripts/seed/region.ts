import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import {
  createRegionsWorkflow,
  createTaxRegionsWorkflow,
  updateRegionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { VAT_RATES } from "../../catalogue/change-products/set-vat"
import { PROVIDERS } from "../../orders/payment-method"
import { SHOP_COUNTRY } from "../../platform/money"
import { idRow, queryGraph } from "../../platform/sql/query"

const regionRow = z.object({
  id: z.string(),
  countries: z.array(z.object({ iso_2: z.string() })),
  payment_providers: z.array(idRow),
})

export async function ensureRegion(container: MedusaContainer): Promise<{ id: string }> {
  const payment = container.resolve(Modules.PAYMENT)
  const registered = await payment.listPaymentProviders({
    id: Object.values(PROVIDERS),
    is_enabled: true,
  })
  const wanted = registered.map((provider) => provider.id)

  const region = await findRegion(container)
  if (!region) {
    const { result } = await createRegionsWorkflow(container).run({
      input: {
        regions: [
          {
            name: "United Kingdom",
            currency_code: "gbp",
            countries: [SHOP_COUNTRY],
            automatic_taxes: true,
            is_tax_inclusive: true,
            payment_providers: wanted,
          },
        ],
      },
    })
    const [created] = result
    if (!created) throw new Error("Medusa made no region.")
    return created
  }

  const linked = region.payment_providers.map((provider) => provider.id)
  if (wanted.some((id) => !linked.includes(id))) {
    const both = [...new Set([...linked, ...wanted])]
    await updateRegionsWorkflow(container).run({
      input: { selector: { id: region.id }, update: { payment_providers: both } },
    })
  }
  return region
}

async function findRegion(container: MedusaContainer) {
  const regions = await queryGraph(container, regionRow, {
    entity: "region",
  })
  return regions.find((region) => region.countries.some((country) => country.iso_2 === SHOP_COUNTRY))
}

/** VAT in the United Kingdom: the standard rate on everything without a specific rate, while the business is registered for VAT. */
export async function ensureTaxRegion(container: MedusaContainer): Promise<void> {
  const tax = container.resolve(Modules.TAX)
  const [existing] = await tax.listTaxRegions({ country_code: SHOP_COUNTRY })
  if (existing) return
  await createTaxRegionsWorkflow(container).run({
    input: [
      {
        country_code: SHOP_COUNTRY,
        provider_id: "tp_vat_uk",
        default_tax_rate: { ...VAT_RATES.standard, code: "standard" },
      },
    ],
  })
}
