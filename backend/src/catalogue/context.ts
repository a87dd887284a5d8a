import { MedusaError } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { SHIPPING_METHODS, type Category, type ShippingOption, toPounds } from "@shop/contracts"
import { readFormerHandles } from "../platform/medusa-tables/products"
import { queryGraph } from "../platform/sql/query"
import { imageAddress } from "./pictures"
import { readSynonyms, SYNONYMS_KEY, type Synonyms } from "./search/synonyms"
import { readOfferedOptions } from "./shipping-options"
import { readStore } from "./store"

export interface Shop {
  salesChannelId: string
  regionId: string
  currencyCode: string
}

/** The estimate of a delivery depends on the time. */
type PricedDelivery = Omit<ShippingOption, "estimate">

/** What all products share. It changes rarely; after a change every product is loaded again. */
export interface CatalogueContext {
  shop: Shop
  categories: readonly Category[]
  shippingOptions: readonly PricedDelivery[]
  synonyms: Synonyms
  /** The newest first. */
  formerHandles: readonly { handle: string; targetId: string }[]
}

export async function loadContext(container: MedusaContainer): Promise<CatalogueContext> {
  const { shop, synonyms } = await readShop(container)
  const [categories, shippingOptions, formerHandles] = await Promise.all([
    loadCategories(container),
    loadShippingOptions(container, shop),
    readFormerHandles(container, {}),
  ])
  return { shop, categories, shippingOptions, synonyms, formerHandles }
}

const regionRow = z.object({ id: z.string(), currency_code: z.string() })

/** @throws MedusaError if the shop is not seeded */
async function readShop(container: MedusaContainer): Promise<Pick<CatalogueContext, "shop" | "synonyms">> {
  const store = await readStore(container)
  const [region] = await queryGraph(container, regionRow, {
    entity: "region",
    filters: { id: store.default_region_id },
  })
  if (!region)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      "The store has no region: set its default region in the admin.",
    )
  return {
    shop: {
      salesChannelId: store.default_sales_channel_id,
      regionId: region.id,
      currencyCode: region.currency_code,
    },
    synonyms: readSynonyms(store.metadata?.[SYNONYMS_KEY]),
  }
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
  const rows = await queryGraph(container, categoryRow, {
    entity: "product_category",
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

async function loadShippingOptions(
  container: MedusaContainer,
  { regionId, currencyCode }: Shop,
): Promise<readonly PricedDelivery[]> {
  const offered = await readOfferedOptions(container, { regionId, currency: currencyCode })
  return SHIPPING_METHODS.flatMap((id) => {
    const option = offered.find(({ code }) => code === id)
    if (!option) return []
    const { name: label, pence, conditional } = option
    const conditionalPrices = conditional.map(({ from, pence }) => ({
      from: toPounds(from),
      price: toPounds(pence),
    }))
    return [{ id, label, price: toPounds(pence), ...(conditionalPrices.length > 0 && { conditionalPrices }) }]
  })
}
