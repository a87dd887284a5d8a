import type { MedusaContainer } from "@medusajs/framework/types"
import { readPrices, type CalculatedPrice, type Shop } from "../../catalogue"
import { readCatalogueRow } from "../../platform/medusa-tables/catalogue-rows"
import { readVariantDetails } from "../../platform/medusa-tables/products"

export type VariantDetails = Awaited<ReturnType<typeof readVariantDetails>>[number]

export interface SellableVariant {
  content: VariantDetails
  /** Stock less reservations. Carts do not reserve. */
  stock: number
  price: CalculatedPrice
}

/** Without `variantId`: the product's first. */
export async function findSellableVariant(
  container: MedusaContainer,
  shop: Shop,
  productId: string,
  variantId?: string,
): Promise<Omit<SellableVariant, "price"> | undefined> {
  const row = await readCatalogueRow(container, shop.salesChannelId, productId)
  const variant =
    variantId === undefined ? row?.variants[0] : row?.variants.find(({ id }) => id === variantId)
  if (!variant) return undefined
  const [content] = await readVariantDetails(container, { variant: variant.id })
  return content && { content, stock: variant.stock }
}

/** Undefined: it has no price in this region. */
export async function priceOf(
  container: MedusaContainer,
  { regionId, currencyCode: currency }: Shop,
  { price_set_id: id }: VariantDetails,
): Promise<CalculatedPrice | undefined> {
  return (await readPrices(container, [id], { regionId, currency })).get(id)
}
