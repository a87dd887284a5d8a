import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Database } from "../query/database"

/** Tables whose change touches every product: prices depend on them, or the order of the categories does. */
const CONTEXT_TABLES = [
  "store",
  "region",
  "product_category",
  "product_tag",
  "product_type",
  "price_list",
  "price_list_rule",
  "price_preference",
  "sales_channel_stock_location",
  "shipping_option",
  "shipping_option_type",
  "shipping_option_rule",
  "shipping_option_price_set",
]
const PRODUCT_TABLES = [
  "product",
  "image",
  "product_variant",
  "price",
  "price_rule",
  "product_sales_channel",
  "product_variant_price_set",
  "product_variant_inventory_item",
  "inventory_level",
  "food_information",
  "net_quantity",
]

/** A table's rows as one short text that differs when any row was added, changed or (softly) deleted. */
const fingerprintOf = (table: string) =>
  `(select concat_ws(':', count(*), count(deleted_at), sum(cast(extract(epoch from updated_at) * 1000000 as bigint))) from "${table}")`

/** Links that carry no time of their own. */
const fingerprintOfLink = (table: string, a: string, b: string) =>
  `(select concat_ws(':', count(*), sum(hashtextextended(${a} || ' ' || ${b}, 0))) from "${table}")`

/** A price list that begins or ends by the clock changes no row. */
const LISTS_IN_FORCE = `(select string_agg(id, ',' order by id) from price_list
  where deleted_at is null and (starts_at is null or starts_at <= now()) and (ends_at is null or ends_at > now()))`

/** Shipping options have their amounts among all other prices. */
const SHIPPING_PRICES = `(select concat_ws(':', count(*), sum(cast(extract(epoch from p.updated_at) * 1000000 as bigint)))
  from price p join shipping_option_price_set s using (price_set_id) where p.deleted_at is null)`

const SQL = `select
  concat_ws('|', ${[...CONTEXT_TABLES.map(fingerprintOf), LISTS_IN_FORCE, SHIPPING_PRICES].join(", ")}) as context,
  concat_ws('|', ${[
    ...PRODUCT_TABLES.map(fingerprintOf),
    fingerprintOfLink("product_category_product", "product_id", "product_category_id"),
    fingerprintOfLink("product_tags", "product_id", "product_tag_id"),
  ].join(", ")}) as goods`

const row = z.object({ context: z.string(), goods: z.string() })

/** Two texts that say whether anything of the catalogue has changed since they were last asked for. */
export async function readFingerprint(database: Database): Promise<{ context: string; everything: string }> {
  const [fingerprint] = await database.ask(row, SQL)
  if (!fingerprint)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The database returned no fingerprint.")
  return { context: fingerprint.context, everything: `${fingerprint.context}|${fingerprint.goods}` }
}
