import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { toPounds } from "@shop/contracts"
import { toPence } from "../../platform/money"
import { idRow, querySql } from "../../platform/sql/query"
import { PICTURE, readProductFacts, type ProductFacts } from ".."

const priceRow = z.object({ variantId: z.string(), amount: z.coerce.number() })

/** The prices that staff set in pounds, without sales and quantity prices. */
const PRICES = `
select s.variant_id as "variantId", min(p.amount) as amount from product_variant_price_set s
join price p on p.price_set_id = s.price_set_id and p.deleted_at is null and p.currency_code = 'gbp'
  and p.price_list_id is null and p.rules_count = 0 and p.min_quantity is null
where s.variant_id = any(:variants) and s.deleted_at is null group by s.variant_id`

/** Prices in pence by variant id, as staff set them. */
export async function readPrices(
  container: MedusaContainer,
  variants: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await querySql(container, priceRow, PRICES, { variants: [...variants] })
  return new Map(rows.map(({ variantId, amount }) => [variantId, toPence(amount)]))
}

const productRow = z.object({
  id: z.string(),
  handle: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.string(),
  image: z.string().nullable(),
  categories: z.array(z.string()),
})

/** A product for staff: Medusa's fields, its declared facts, and each variant's price and stock. */
export interface ProductRow extends z.output<typeof productRow> {
  declared: ProductFacts
  variants: readonly VariantRow[]
}

export type VariantRow = ProductFacts["variants"][number] & {
  /** Pounds. Null: not set. */
  price: string | null
  /** Stocked at the shop's own location, reserved or not. Null: inventory is not managed. */
  stock: number | null
  /** Stocked less reserved. */
  available: number | null
}

const PRODUCTS = `
select p.id, p.handle, p.title, coalesce(p.description, '') as description, p.status, ${PICTURE} as image,
  array(select c.handle from product_category_product l join product_category c on c.id = l.product_category_id
    and c.deleted_at is null where l.product_id = p.id order by c.handle) as categories
from product p where p.id = any(:products) and p.deleted_at is null
order by lower(p.title), p.id`

const stockRow = z.object({ variantId: z.string(), stock: z.coerce.number(), available: z.coerce.number() })

const stockOf = (which: string) => `
select l.variant_id as "variantId", min(v.product_id) as product, min(coalesce(i.stocked_quantity, 0)) as stock,
  min(coalesce(i.stocked_quantity - i.reserved_quantity, 0)) as available
from product_variant_inventory_item l
join product_variant v on v.id = l.variant_id and v.manage_inventory
cross join (select default_location_id from store where deleted_at is null limit 1) s
left join inventory_level i on i.inventory_item_id = l.inventory_item_id and i.location_id = s.default_location_id
  and i.deleted_at is null
where l.deleted_at is null and ${which} group by l.variant_id`

/** Below this, stock is low; the shop shows 'Only 5 left' below the same number. */
export const LOW_BELOW = 6

/** How many products on sale have a size that is sold out, or that may soon be. */
export async function countShortages(container: MedusaContainer): Promise<{ low: number; soldOut: number }> {
  const [row] = await querySql(
    container,
    z.object({ low: z.number(), soldOut: z.number() }),
    `select count(*) filter (where is_low)::int as low, count(*) filter (where is_sold_out)::int as "soldOut" from (
       select bool_or(s.available > 0 and s.available < ${LOW_BELOW}) as is_low, bool_or(s.available <= 0) as is_sold_out
         from (${stockOf("v.deleted_at is null")}) s
         join product p on p.id = s.product and p.status = 'published' and p.deleted_at is null
        group by p.id) counted`,
  )
  return row ?? { low: 0, soldOut: 0 }
}

export async function readProductRows(
  container: MedusaContainer,
  productIds: readonly string[],
): Promise<ProductRow[]> {
  const [products, facts] = await Promise.all([
    querySql(container, productRow, PRODUCTS, { products: [...productIds] }),
    readProductFacts(container, productIds),
  ])
  const declaredOf = new Map(facts.map((declared) => [declared.id, declared]))
  const variants = facts.flatMap((declared) => declared.variants.map(({ id }) => id))
  const [prices, counted] = await Promise.all([
    readPrices(container, variants),
    querySql(container, stockRow, stockOf("l.variant_id = any(:variants)"), { variants }),
  ])
  const countsOf = new Map(counted.map((row) => [row.variantId, row]))
  return products.flatMap((product) => {
    const declared = declaredOf.get(product.id)
    if (!declared) return []
    const priced = declared.variants.map((variant) => {
      const pence = prices.get(variant.id)
      const counts = countsOf.get(variant.id)
      return {
        ...variant,
        price: pence === undefined ? null : toPounds(pence),
        stock: counts?.stock ?? null,
        available: counts?.available ?? null,
      }
    })
    return [{ ...product, declared, variants: priced }]
  })
}

export async function allProductIds(container: MedusaContainer): Promise<string[]> {
  const sql = "select id from product where deleted_at is null order by lower(title), id"
  return (await querySql(container, idRow, sql)).map(({ id }) => id)
}

export async function productIdsByHandle(
  container: MedusaContainer,
  handles: readonly string[],
): Promise<string[]> {
  const sql = "select id from product where deleted_at is null and handle = any(:handles)"
  return (await querySql(container, idRow, sql, { handles: [...handles] })).map(({ id }) => id)
}
