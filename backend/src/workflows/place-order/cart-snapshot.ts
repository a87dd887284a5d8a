import type { MedusaContainer } from "@medusajs/framework/types"
import { QueryContext } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { readOfferedOptions, readProductFacts, type OfferedOption, type ProductFacts } from "../../catalogue"
import { idRow, queryGraph, querySql } from "../../query/query"
import { readDetails } from "../../business-details/business-details"
import { AUTOMATIC_PROMOTION, computeDiscounts, type Discounts } from "../../discounts/compute-discounts"

const many = <Row extends z.ZodType>(row: Row) =>
  z
    .array(row)
    .nullish()
    .transform((rows) => rows ?? [])

/** Pounds as Medusa stores them, to integer pence. A fraction of a penny is a mistake in the catalogue. */
export const pence = z.coerce.number().transform((pounds, context) => {
  const value = Math.round(pounds * 100)
  if (Math.abs(value - pounds * 100) < 1e-6) return value
  context.addIssue({ code: "custom", message: `${pounds} pounds is not a whole number of pence` })
  return z.NEVER
})

const cartRow = z.object({
  id: z.string(),
  region_id: z.string().nullable(),
  sales_channel_id: z.string().nullable(),
  currency_code: z.string(),
  locale: z.string().nullish(),
  customer_id: z.string().nullish(),
  completed_at: z.coerce.date().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  promotions: many(z.object({ code: z.string(), is_automatic: z.boolean() })),
  credit_lines: many(idRow),
  shipping_methods: many(idRow),
  items: many(
    z.object({
      id: z.string(),
      quantity: z.coerce.number().int().positive(),
      title: z.string(),
      subtitle: z.string().nullish(),
      thumbnail: z.string().nullish(),
      variant_id: z.string().nullable(),
      product_id: z.string().nullable(),
      product_title: z.string().nullish(),
      product_description: z.string().nullish(),
      product_subtitle: z.string().nullish(),
      product_type: z.string().nullish(),
      product_type_id: z.string().nullish(),
      product_collection: z.string().nullish(),
      product_handle: z.string().nullish(),
      variant_sku: z.string().nullish(),
      variant_barcode: z.string().nullish(),
      variant_title: z.string().nullish(),
      variant_option_values: z.record(z.string(), z.unknown()).nullish(),
      requires_shipping: z.boolean(),
      is_discountable: z.boolean(),
      is_giftcard: z.boolean(),
      is_custom_price: z.boolean(),
      is_tax_inclusive: z.boolean(),
      metadata: z.record(z.string(), z.unknown()).nullish(),
      adjustments: many(idRow),
    }),
  ),
})
type Cart = z.infer<typeof cartRow>
export type CartLine = Cart["items"][number]

const price = z.object({
  calculated_amount: pence,
  is_calculated_price_tax_inclusive: z.boolean().nullish(),
})

/** Staff may set another limit for one product than `PIECES_PER_LINE`. What is no whole number sets none. */
const productMetadata = z
  .object({ pieces_per_line: z.coerce.number().int().min(1).max(100_000).nullable().catch(null) })
  .nullish()

const variantRow = z.object({
  id: z.string(),
  manage_inventory: z.boolean(),
  allow_backorder: z.boolean(),
  product: z.object({ id: z.string(), status: z.string(), metadata: productMetadata }),
  calculated_price: price.nullish(),
  inventory_items: many(
    z.object({
      inventory_item_id: z.string(),
      required_quantity: z.coerce.number(),
      inventory: z.object({
        location_levels: many(
          z.object({
            location_id: z.string(),
            stocked_quantity: z.coerce.number(),
            reserved_quantity: z.coerce.number(),
          }),
        ),
      }),
    }),
  ),
})
export type Variant = z.infer<typeof variantRow>

/** Everything an order is made of, read from the container, never from a cache. */
export interface CartSnapshot {
  readonly cart: Cart
  readonly variants: ReadonlyMap<string, Variant>
  /** The food information of each product, by product id. */
  readonly declared: ReadonlyMap<string, ProductFacts>
  readonly shippingOption: (OfferedOption & { readonly pence: number }) | null
  /** Of the cart's code and of automatic promotions, even of one that is newer than the cart. */
  readonly discounts: Discounts
  /** The responsible food business where a product names no other. */
  readonly seller: { readonly name: string; readonly address: string }
  readonly shopName: string
}

const CART_FIELDS = [
  "id",
  "region_id",
  "sales_channel_id",
  "currency_code",
  "locale",
  "customer_id",
  "completed_at",
  "metadata",
  "items.*",
  "items.adjustments.id",
  "credit_lines.id",
  "shipping_methods.id",
  "promotions.code",
  "promotions.is_automatic",
]

const VARIANT_FIELDS = [
  "id",
  "manage_inventory",
  "allow_backorder",
  "product.id",
  "product.status",
  "product.metadata",
  "calculated_price.*",
  "inventory_items.inventory_item_id",
  "inventory_items.required_quantity",
  "inventory_items.inventory.location_levels.location_id",
  "inventory_items.inventory.location_levels.stocked_quantity",
  "inventory_items.inventory.location_levels.reserved_quantity",
]

const automaticRow = z.object({ hasAutomatic: z.boolean() })

/** Whose limits of promotions count. `customerId` is null for a guest. */
export interface DiscountedCustomer {
  readonly customerId: string | null
  readonly email: string
}

/** Reads the cart and everything that decides its price and stock. Null: there is no such cart. */
export async function readCartSnapshot(
  container: MedusaContainer,
  cartId: string,
  shippingCode: string,
  customer: DiscountedCustomer,
): Promise<CartSnapshot | null> {
  const [cart] = await queryGraph(container, cartRow, {
    entity: "cart",
    fields: CART_FIELDS,
    filters: { id: cartId },
  })
  if (!cart) return null
  const context = {
    calculated_price: QueryContext({ region_id: cart.region_id, currency_code: cart.currency_code }),
  }
  const ids = variantIds(cart)
  const products = cart.items.flatMap(({ product_id }) => product_id ?? [])
  const [variants, declared, shop, [option], [automatic]] = await Promise.all([
    ids.length === 0
      ? []
      : queryGraph(container, variantRow, {
          entity: "variant",
          fields: VARIANT_FIELDS,
          filters: { id: ids },
          context,
        }),
    readProductFacts(container, [...new Set(products)]),
    readDetails(container),
    readOfferedOptions(container, {
      regionId: cart.region_id,
      currency: cart.currency_code,
      code: shippingCode,
    }),
    querySql(container, automaticRow, `select ${AUTOMATIC_PROMOTION} as "hasAutomatic"`),
  ])
  const byId = new Map(variants.map((variant) => [variant.id, variant]))
  const shippingOption = option ? { ...option, pence: pence.parse(option.amount) } : null
  const discounts = await computeDiscounts(container, {
    lines: cart.items.map((line) => ({
      id: line.id,
      productId: line.product_id,
      variantId: line.variant_id,
      quantity: line.quantity,
      unitPence: byId.get(line.variant_id ?? "")?.calculated_price?.calculated_amount ?? 0,
      isDiscountable: line.is_discountable,
    })),
    delivery: shippingOption,
    regionId: cart.region_id,
    salesChannelId: cart.sales_channel_id,
    currency: cart.currency_code,
    code: cart.promotions.find(({ is_automatic }) => !is_automatic)?.code ?? null,
    hasAutomatic: automatic?.hasAutomatic ?? false,
    ...customer,
  })
  return {
    cart,
    variants: byId,
    declared: new Map(declared.map((facts) => [facts.id, facts])),
    seller: { name: shop.legalName, address: shop.address },
    shopName: shop.name,
    shippingOption,
    discounts,
  }
}

function variantIds(cart: Cart): string[] {
  return [...new Set(cart.items.flatMap((line) => (line.variant_id === null ? [] : [line.variant_id])))]
}
