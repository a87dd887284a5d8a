import { z } from "@medusajs/framework/zod"
import type { Database } from "../sql/query"
import { IS_NON_FOOD } from "./products"
import { statement, sumOfTimes } from "./statement"

/** A product as it is in the database now. A new `version` means that its text or price changed. */
export interface CatalogueRow {
  productId: string
  version: string
  /** In the order that staff chose; the shop shows the first on a card. */
  variants: readonly { id: string; stock: number }[]
}

/** The stock of variants that are not counted or allow backorders, and the most that a cart line can hold. */
const UNCOUNTED_STOCK = 9999

/** Which rows a query covers: conditions on columns with a product, a variant or an inventory item. */
interface Scope {
  product: (column: string) => string
  variant: (column: string) => string
  item: (column: string) => string
}

const EVERY: Scope = { product: () => "true", variant: () => "true", item: () => "true" }

/** Postgres evaluates an array once and uses an index; it may scan a plain `in` for every row. */
const SIZES = "array(select id from product_variant where product_id = :product)"
const ITEMS = `array(select inventory_item_id from product_variant_inventory_item where variant_id = any(${SIZES}))`
/** Only `:product` and its variants: a cart must not wait for ten thousand other products. */
const ONE: Scope = {
  product: (column) => `${column} = :product`,
  variant: (column) => `${column} = any(${SIZES})`,
  item: (column) => `${column} = any(${ITEMS})`,
}

/**
 * Published products of a sales channel: stock is stocked minus reserved over its locations; `version` covers all
 * else that the shop shows. Food without an allergen declaration is left out.
 * Materialized: before its first ANALYZE, Postgres takes a table for empty and repeats parts for every row, which
 * took minutes. In SQL because each read asks what changed, and Medusa's API would load every product.
 */
const query = (of: Scope) => `
with sellable as materialized (
  select p.id, p.updated_at, p.type_id, f.updated_at as food_updated_at from product p
  join product_sales_channel c on c.product_id = p.id and c.sales_channel_id = :channel and c.deleted_at is null
  left join food_information f on f.product_id = p.id and f.deleted_at is null
  where p.status = 'published' and p.deleted_at is null and ${of.product("p.id")}
    and (f.allergens is not null or ${IS_NON_FOOD})
), available as materialized (
  select l.inventory_item_id, sum(l.stocked_quantity - l.reserved_quantity) as quantity
  from inventory_level l
  join sales_channel_stock_location s
    on s.stock_location_id = l.location_id and s.sales_channel_id = :channel and s.deleted_at is null
  where l.deleted_at is null and ${of.item("l.inventory_item_id")} group by l.inventory_item_id
), stock as materialized (
  select i.variant_id, min(floor(coalesce(a.quantity, 0) / i.required_quantity)) as quantity
  from product_variant_inventory_item i left join available a using (inventory_item_id)
  where i.deleted_at is null and ${of.variant("i.variant_id")} group by i.variant_id
), prices as materialized (
  select s.variant_id, concat_ws(':', count(*), sum(p.rules_count), ${sumOfTimes("p.updated_at")}) as mark
  from product_variant_price_set s join price p on p.price_set_id = s.price_set_id and p.deleted_at is null
  where s.deleted_at is null and ${of.variant("s.variant_id")} group by s.variant_id
), variants as materialized (
  select v.product_id,
    string_agg(concat_ws(':', v.id, v.updated_at, prices.mark, q.updated_at), ',' order by v.id) as mark,
    json_agg(json_build_object('id', v.id, 'stock', cast(case when v.manage_inventory and not v.allow_backorder
      then greatest(0, least(coalesce(stock.quantity, 0), ${String(UNCOUNTED_STOCK)}))
      else ${String(UNCOUNTED_STOCK)} end as int)) order by v.variant_rank nulls last, v.created_at, v.id) as variants
  from product_variant v
  left join stock on stock.variant_id = v.id
  left join prices on prices.variant_id = v.id
  left join net_quantity q on q.variant_id = v.id and q.deleted_at is null
  where v.deleted_at is null and ${of.product("v.product_id")}
  group by v.product_id
), categories as materialized (
  select product_id, string_agg(product_category_id, ',' order by product_category_id) as mark
  from product_category_product where ${of.product("product_id")} group by product_id
), pictures as materialized (
  select product_id, string_agg(concat_ws(':', id, rank, updated_at), ',' order by rank, id) as mark
  from image where deleted_at is null and ${of.product("product_id")} group by product_id
), tags as materialized (
  select product_id, string_agg(product_tag_id, ',' order by product_tag_id) as mark
  from product_tags where ${of.product("product_id")} group by product_id
)
select p.id as "productId", v.variants,
  concat_ws('|', p.updated_at, p.type_id, p.food_updated_at, v.mark, categories.mark, tags.mark, pictures.mark) as version
from sellable p
join variants v on v.product_id = p.id
left join categories on categories.product_id = p.id
left join tags on tags.product_id = p.id
left join pictures on pictures.product_id = p.id`

const row = z.object({
  productId: z.string(),
  variants: z.array(z.object({ id: z.string(), stock: z.int() })),
  version: z.string(),
})

export const readCatalogueRows = statement(row, query(EVERY))

const one = statement(row, query(ONE))

/** The row of one product; undefined if it is not on sale. */
export async function readCatalogueRow(
  database: Database,
  channel: string,
  product: string,
): Promise<CatalogueRow | undefined> {
  return (await one(database, { channel, product }))[0]
}
