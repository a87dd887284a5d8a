import { QueryContext } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { SHIPPING_METHODS, type Category, type ShippingOption } from "@shop/contracts"
import { toPence, toPounds } from "../query/money"
import { queryRows } from "../query/query-rows"
import type { CatalogueContext } from "./entry"
import { imageAddress } from "./image-address"
import { readShop, type Shop } from "./shop"

/** Shop, categories and delivery options, as staff have set them. */
export async function loadContext(container: MedusaContainer): Promise<CatalogueContext> {
  const shop = await readShop(container)
  const [categories, shippingOptions] = await Promise.all([
    loadCategories(container),
    loadShippingOptions(container, shop),
  ])
  return { shop, categories, shippingOptions }
}

const categoryRow = z.object({
  id: z.string(),
  name: z.string(),
  handle: z.string(),
  description: z.string(),
  rank: z.number(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
})

async function loadCategories(container: MedusaContainer): Promise<readonly Category[]> {
  const rows = await queryRows(container, categoryRow, {
    entity: "product_category",
    fields: ["id", "name", "handle", "description", "rank", "metadata"],
    filters: { is_active: true, is_internal: false },
  })
  return rows
    .sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name, "en-GB"))
    .map(({ id, name, handle, description, metadata }) => {
      const image = metadata?.["image_url"]
      return {
        id,
        name,
        slug: handle,
        description,
        image: imageAddress(typeof image === "string" ? image : null),
      }
    })
}

const shippingOptionRow = z.object({
  name: z.string(),
  type: z.object({ code: z.string() }).nullable(),
  rules: z.array(z.object({ attribute: z.string(), value: z.unknown() })),
  calculated_price: z.object({ calculated_amount: z.number().nullable() }).nullish(),
})

async function loadShippingOptions(
  container: MedusaContainer,
  shop: Shop,
): Promise<readonly ShippingOption[]> {
  const rows = await queryRows(container, shippingOptionRow, {
    entity: "shipping_option",
    fields: ["name", "type.code", "rules.attribute", "rules.value", "calculated_price.calculated_amount"],
    context: {
      calculated_price: QueryContext({ region_id: shop.regionId, currency_code: shop.currencyCode }),
    },
  })
  return SHIPPING_METHODS.flatMap((id) => {
    const row = rows.find((candidate) => candidate.type?.code === id && isOffered(candidate))
    const amount = row?.calculated_price?.calculated_amount
    return row && amount !== null && amount !== undefined
      ? [{ id, label: row.name, price: toPounds(toPence(amount)) }]
      : []
  })
}

/** Staff take an option off the shop with Medusa's own switch. */
const isOffered = (option: z.infer<typeof shippingOptionRow>) =>
  !option.rules.some((rule) => rule.attribute === "enabled_in_store" && String(rule.value) === "false")
