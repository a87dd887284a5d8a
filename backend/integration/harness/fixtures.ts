import { randomBytes } from "node:crypto"
import { z } from "zod"
import type { Staff } from "./staff"

/** A cart id like the browser's. */
export const freshCartId = () => `cart_${randomBytes(15).toString("hex")}`

const idsSchema = z.object({ id: z.string() })
const categoriesSchema = z.object({ product_categories: z.array(idsSchema) })
const channelsSchema = z.object({ sales_channels: z.array(idsSchema) })
const profilesSchema = z.object({ shipping_profiles: z.array(idsSchema) })
const locationsSchema = z.object({ stock_locations: z.array(idsSchema) })
const createdSchema = z.object({
  product: z.object({
    id: z.string(),
    handle: z.string(),
    variants: z.array(
      idsSchema.extend({
        title: z.string(),
        inventory_items: z.array(z.object({ inventory_item_id: z.string() })),
      }),
    ),
  }),
})
/** What the creation answers: with it, no other call has to ask for Medusa's inventory items. */
const CREATED_FIELDS = "id,handle,variants.id,variants.title,variants.inventory_items.inventory_item_id"

export interface MadeProduct {
  id: string
  slug: string
  name: string
  /** The first size's. */
  variantId: string
  variantIds: string[]
  inventoryItemId: string
  locationId: string
}

/** A size that a product is sold in; `price` in pounds. */
interface Size {
  weight: string
  price: number
  stock: number
}

interface ProductOptions {
  /** [10] */
  stock?: number
  /** Pounds [5] */
  price?: number
  name?: string
  status?: "published" | "draft"
  /** [one of 250 g] */
  sizes?: Size[]
}

/** Creates a product for one spec through the admin API. */
export async function makeProduct(staff: Staff, options: ProductOptions = {}): Promise<MadeProduct> {
  const mark = randomBytes(5).toString("hex")
  const name = options.name ?? `Test honey ${mark}`
  const { category, channel, profile, location } = await seededIdsOf(staff)
  const sizes = options.sizes ?? [{ weight: "250 g", price: options.price ?? 5, stock: options.stock ?? 10 }]
  const { product } = await staff.post(createdSchema, `/admin/products?fields=${CREATED_FIELDS}`, {
    title: name,
    handle: `test-honey-${mark}`,
    description: "Made by a test.",
    status: "draft",
    categories: [{ id: category }],
    sales_channels: [{ id: channel }],
    shipping_profile_id: profile,
    options: [{ title: "Weight", values: sizes.map(({ weight }) => weight) }],
    variants: sizes.map(({ weight, price }, index) => ({
      title: weight,
      sku: index === 0 ? `TEST-${mark}` : `TEST-${mark}-${index + 1}`,
      options: { Weight: weight },
      manage_inventory: true,
      variant_rank: index,
      prices: [{ currency_code: "gbp", amount: price }],
    })),
  })
  const variants = sizes.map(({ weight }) =>
    first(product.variants.filter((variant) => variant.title === weight)),
  )
  const variantIds = variants.map(({ id }) => id)
  // The stock is set before publication. Otherwise the product is sold out for a moment and staff get a mail.
  const items = await Promise.all(
    variants.map(async ({ inventory_items: [item] }, index) => {
      const itemId = item?.inventory_item_id
      if (!itemId) throw new Error("Medusa made no inventory item.")
      await staff.post(z.unknown(), `/admin/inventory-items/${itemId}/location-levels`, {
        location_id: location,
        stocked_quantity: sizes[index]?.stock ?? 0,
      })
      return itemId
    }),
  )
  const publish = (options.status ?? "published") === "published"
  await saveFoodInformation(staff, product.id, { publish })
  const [variantId = "", inventoryItemId = ""] = [variantIds[0], items[0]]
  return {
    id: product.id,
    slug: product.handle,
    name,
    variantId,
    variantIds,
    inventoryItemId,
    locationId: location,
  }
}

interface SeededIds {
  category: string
  channel: string
  profile: string
  location: string
}
const seededIds = new WeakMap<Staff, Promise<SeededIds>>()

/** What every product refers to. Read once for each backend: specs make many products. */
function seededIdsOf(staff: Staff): Promise<SeededIds> {
  const known = seededIds.get(staff) ?? readSeededIds(staff)
  seededIds.set(staff, known)
  return known
}

async function readSeededIds(staff: Staff): Promise<SeededIds> {
  const [category, channel, profile, location] = await Promise.all([
    staff
      .get(categoriesSchema, "/admin/product-categories")
      .then((found) => first(found.product_categories).id),
    staff.get(channelsSchema, "/admin/sales-channels").then((found) => first(found.sales_channels).id),
    staff.get(profilesSchema, "/admin/shipping-profiles").then((found) => first(found.shipping_profiles).id),
    staff.get(locationsSchema, "/admin/stock-locations").then((found) => first(found.stock_locations).id),
  ])
  return { category, channel, profile, location }
}

/** The required food information of a simple product. */
export const PLAIN_FOOD = {
  legalName: "Cane sugar",
  ingredients: "Cane sugar.",
  allergens: [],
  mayContain: [],
  nutrition: {
    per: "100 g",
    energyKj: 1700,
    energyKcal: 400,
    fat: 0,
    saturates: 0,
    carbohydrate: 100,
    sugars: 100,
    protein: 0,
    salt: 0,
  },
  isNutritionExempt: false,
  storage: "Keep dry.",
  origin: null,
  instructions: null,
  shelfLifeMonths: null,
  operatorName: null,
  operatorAddress: null,
  warnings: [],
  certification: null,
}

/** Saves the product's food information as staff do. */
export async function saveFoodInformation(
  staff: Staff,
  productId: string,
  over: { publish?: boolean; facts?: object; vat?: string; badge?: string | null } = {},
): Promise<void> {
  await staff.post(z.unknown(), `/admin/products/${productId}/food-information`, {
    badge: null,
    isFeatured: false,
    vat: "standard",
    variants: [],
    publish: true,
    ...over,
    facts: { ...PLAIN_FOOD, ...over.facts },
  })
}

/** Sets a product's stock. */
export async function setStock(staff: Staff, product: MadeProduct, stock: number): Promise<void> {
  const path = `/admin/inventory-items/${product.inventoryItemId}/location-levels/${product.locationId}`
  await staff.post(z.unknown(), path, { stocked_quantity: stock })
}

function first<Row extends { id: string }>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error("There is none.")
  return row
}

/** Puts a size on sale, as staff do with a price list; `amount` in pounds. */
export async function putOnSale(
  staff: Pick<Staff, "post">,
  variantId: string,
  amount: number,
  dates: { starts_at?: string; ends_at?: string } = {},
): Promise<void> {
  await staff.post(z.unknown(), "/admin/price-lists", {
    title: "A sale",
    description: "Made by a test.",
    type: "sale",
    status: "active",
    ...dates,
    prices: [{ variant_id: variantId, currency_code: "gbp", amount }],
  })
}
