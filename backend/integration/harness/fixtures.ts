import { randomBytes } from "node:crypto"
import { z } from "zod"
import type { Staff } from "./staff"

/** A cart id as a browser makes it. */
export const freshCartId = () => `cart_${randomBytes(15).toString("hex")}`

const idsSchema = z.object({ id: z.string() })
const categoriesSchema = z.object({ product_categories: z.array(idsSchema) })
const channelsSchema = z.object({ sales_channels: z.array(idsSchema) })
const profilesSchema = z.object({ shipping_profiles: z.array(idsSchema) })
const locationsSchema = z.object({ stock_locations: z.array(idsSchema) })
const createdSchema = z.object({
  product: z.object({ id: z.string(), handle: z.string(), variants: z.array(idsSchema) }),
})
const variantSchema = z.object({
  variant: z.object({ inventory_items: z.array(z.object({ inventory_item_id: z.string() })) }),
})

export interface MadeProduct {
  id: string
  slug: string
  name: string
  variantId: string
  inventoryItemId: string
  locationId: string
}

interface Wish {
  /** [10] */
  stock?: number
  /** Pounds [5] */
  price?: number
  name?: string
  status?: "published" | "draft"
}

/** A product of a spec's own, made at the admin API as staff would make it. */
export async function makeProduct(staff: Staff, wish: Wish = {}): Promise<MadeProduct> {
  const mark = randomBytes(5).toString("hex")
  const name = wish.name ?? `Test honey ${mark}`
  const [category, channel, profile, location] = await Promise.all([
    staff
      .get(categoriesSchema, "/admin/product-categories")
      .then((answer) => first(answer.product_categories)),
    staff.get(channelsSchema, "/admin/sales-channels").then((answer) => first(answer.sales_channels)),
    staff.get(profilesSchema, "/admin/shipping-profiles").then((answer) => first(answer.shipping_profiles)),
    staff.get(locationsSchema, "/admin/stock-locations").then((answer) => first(answer.stock_locations)),
  ])
  const { product } = await staff.post(createdSchema, "/admin/products", {
    title: name,
    handle: `test-honey-${mark}`,
    description: "Made by a test.",
    status: wish.status ?? "published",
    categories: [{ id: category }],
    sales_channels: [{ id: channel }],
    shipping_profile_id: profile,
    options: [{ title: "Weight", values: ["250 g"] }],
    variants: [
      {
        title: "250 g",
        sku: `TEST-${mark}`,
        options: { Weight: "250 g" },
        manage_inventory: true,
        prices: [{ currency_code: "gbp", amount: wish.price ?? 5 }],
      },
    ],
  })
  const variantId = first(product.variants)
  const { variant } = await staff.get(
    variantSchema,
    `/admin/products/${product.id}/variants/${variantId}?fields=*inventory_items`,
  )
  const inventoryItemId = variant.inventory_items[0]?.inventory_item_id
  if (!inventoryItemId) throw new Error("Medusa made no inventory item.")
  await staff.post(z.unknown(), `/admin/inventory-items/${inventoryItemId}/location-levels`, {
    location_id: location,
    stocked_quantity: wish.stock ?? 10,
  })
  return { id: product.id, slug: product.handle, name, variantId, inventoryItemId, locationId: location }
}

/** Counts a product's stock anew. */
export async function setStock(staff: Staff, product: MadeProduct, stock: number): Promise<void> {
  const path = `/admin/inventory-items/${product.inventoryItemId}/location-levels/${product.locationId}`
  await staff.post(z.unknown(), path, { stocked_quantity: stock })
}

function first(rows: { id: string }[]): string {
  const id = rows[0]?.id
  if (id === undefined) throw new Error("The seed made none.")
  return id
}
