import { ContainerRegistrationKeys, Modules, PricingRuleOperator } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import {
  createLocationFulfillmentSetWorkflow,
  createServiceZonesWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
} from "@medusajs/medusa/core-flows"
import { currentBrand } from "../../platform/config/current-brand"
import { SHOP_COUNTRY } from "../../platform/money"
import { idRow, queryGraph } from "../../platform/sql/query"

const locationRow = z.object({
  fulfillment_sets: z.array(z.object({ id: z.string(), type: z.string() })).nullish(),
  fulfillment_providers: z.array(idRow).nullish(),
})

const PROVIDER = "manual_manual"
const SET_NAME = `Delivery from the ${currentBrand.stockLocation.name}`
const ZONE_NAME = "United Kingdom"

const FROM_50 = { attribute: "item_total", operator: PricingRuleOperator.GTE, value: 50 }

/** The two delivery methods (specification, section 9), identified by the code of their type. Amounts in pounds. */
const OPTIONS = [
  {
    code: "standard",
    name: "Standard First Class Untracked Delivery (Free)",
    prices: [
      { currency_code: "gbp", amount: 0 },
      // Free also when staff have set a price below.
      { currency_code: "gbp", amount: 0, rules: [FROM_50] },
    ],
    description: "2-3 business days",
  },
  {
    code: "special",
    name: "Special Delivery (Tracked)",
    prices: [{ currency_code: "gbp", amount: 13 }],
    description: "Tracked",
  },
]

/** Returns the shipping profile of every product. */
export async function ensureShipping(container: MedusaContainer, locationId: string): Promise<string> {
  const profileId = await ensureProfile(container)
  await ensureProvider(container, locationId)
  const zoneId = await ensureZone(container, locationId)
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const existing = await fulfillment.listShippingOptions(
    {},
    { relations: ["type"], select: ["id", "type.code"] },
  )
  const missing = OPTIONS.filter((option) => !existing.some((found) => found.type.code === option.code))
  if (missing.length > 0) {
    await createShippingOptionsWorkflow(container).run({
      input: missing.map((option) => ({
        name: option.name,
        price_type: "flat",
        provider_id: PROVIDER,
        service_zone_id: zoneId,
        shipping_profile_id: profileId,
        type: { code: option.code, label: option.name, description: option.description },
        prices: option.prices,
        rules: [
          { attribute: "enabled_in_store", operator: "eq", value: "true" },
          { attribute: "is_return", operator: "eq", value: "false" },
        ],
      })),
    })
  }
  return profileId
}

async function ensureProfile(container: MedusaContainer): Promise<string> {
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const [existing] = await fulfillment.listShippingProfiles({ type: "default" })
  if (existing) return existing.id
  const { result } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: "Default Shipping Profile", type: "default" }] },
  })
  const [created] = result
  if (!created) throw new Error("Medusa made no shipping profile.")
  return created.id
}

/** Enables the manual fulfilment provider for the location: staff print labels themselves. */
async function ensureProvider(container: MedusaContainer, locationId: string): Promise<void> {
  const location = await readLocation(container, locationId)
  if (location?.fulfillment_providers?.some((provider) => provider.id === PROVIDER)) return
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: locationId },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: PROVIDER },
  })
}

async function ensureZone(container: MedusaContainer, locationId: string): Promise<string> {
  const set = (await findSet(container, locationId)) ?? (await createSet(container, locationId))
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const [existing] = await fulfillment.listServiceZones({ fulfillment_set: { id: set.id } })
  if (existing) return existing.id
  const { result } = await createServiceZonesWorkflow(container).run({
    input: {
      data: [
        {
          name: ZONE_NAME,
          fulfillment_set_id: set.id,
          geo_zones: [{ type: "country", country_code: SHOP_COUNTRY }],
        },
      ],
    },
  })
  const [created] = result
  if (!created) throw new Error("Medusa made no service zone.")
  return created.id
}

async function createSet(container: MedusaContainer, locationId: string): Promise<{ id: string }> {
  await createLocationFulfillmentSetWorkflow(container).run({
    input: { location_id: locationId, fulfillment_set_data: { name: SET_NAME, type: "shipping" } },
  })
  const created = await findSet(container, locationId)
  if (!created) throw new Error("Medusa made no fulfilment set.")
  return created
}

async function findSet(container: MedusaContainer, locationId: string): Promise<{ id: string } | undefined> {
  const location = await readLocation(container, locationId)
  return location?.fulfillment_sets?.find((set) => set.type === "shipping")
}

async function readLocation(container: MedusaContainer, locationId: string) {
  const [location] = await queryGraph(container, locationRow, {
    entity: "stock_location",
    filters: { id: locationId },
  })
  return location
}
