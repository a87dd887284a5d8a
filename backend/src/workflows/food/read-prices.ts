import { z } from "@medusajs/framework/zod"
import { toPence } from "../../query/money"
import type { Database } from "../../query/database"

const priceRow = z.object({ variantId: z.string(), amount: z.coerce.number() })

/** What staff have set in pounds, without sales and quantities. */
const PRICES = `
select s.variant_id as "variantId", min(p.amount) as amount from product_variant_price_set s
join price p on p.price_set_id = s.price_set_id and p.deleted_at is null and p.currency_code = 'gbp'
  and p.price_list_id is null and p.rules_count = 0 and p.min_quantity is null
where s.variant_id = any(:variants) and s.deleted_at is null group by s.variant_id`

/** Pence by variant, as staff have set them. */
export async function readPrices(
  database: Database,
  variants: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.ask(priceRow, PRICES, { variants: [...variants] })
  return new Map(rows.map(({ variantId, amount }) => [variantId, toPence(amount)]))
}
