import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Database } from "../sql/query"
import { statement, sumOfTimes } from "./statement"

/** A change in these tables affects every product: its price, or the order of the categories. */
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

/** SQL for a short text that changes when a row of the table is added, updated or (softly) deleted. */
const fingerprintOf = (table: string) =>
  `(select concat_ws(':', count(*), count(deleted_at), ${sumOfTimes("updated_at")}) from "${table}")`

const fingerprintOfLink = (table: string, a: string, b: string) =>
  `(select concat_ws(':', count(*), sum(hashtextextended(${a} || ' ' || ${b}, 0))) from "${table}")`

/** A scheduled price list starts or ends without changing a row. */
const ACTIVE_PRICE_LISTS = `(select string_agg(id, ',' order by id) from price_list
  where deleted_at is null and (starts_at is null or starts_at <= now()) and (ends_at is null or ends_at > now()))`

/** The amounts and conditions of shipping options are in the same tables as all other prices. */
const SHIPPING_PRICES = `(select concat_ws(':', count(*), ${sumOfTimes("p.updated_at")}, ${sumOfTimes("r.updated_at")})
  from price p join shipping_option_price_set s using (price_set_id)
  left join price_rule r on r.price_id = p.id and r.deleted_at is null where p.deleted_at is null)`

const FORMER_HANDLES = `(select concat_ws(':', count(*), ${sumOfTimes("renamed_at")}) from former_handle)`

const read = statement(
  z.object({ context: z.string(), products: z.string() }),
  `select
  concat_ws('|', ${[...CONTEXT_TABLES.map(fingerprintOf), ACTIVE_PRICE_LISTS, SHIPPING_PRICES, FORMER_HANDLES].join(", ")}) as context,
  concat_ws('|', ${[
    ...PRODUCT_TABLES.map(fingerprintOf),
    fingerprintOfLink("product_category_product", "product_id", "product_category_id"),
    fingerprintOfLink("product_tags", "product_id", "product_tag_id"),
  ].join(", ")}) as products`,
)

/** `context` changes with what all products share. In SQL because it is asked twice a second, over seven modules. */
export async function readFingerprint(database: Database): Promise<{ context: string; everything: string }> {
  const [fingerprint] = await read(database)
  if (!fingerprint)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The database returned no fingerprint.")
  return { context: fingerprint.context, everything: `${fingerprint.context}|${fingerprint.products}` }
}
