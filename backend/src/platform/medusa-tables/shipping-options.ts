import { z } from "@medusajs/framework/zod"
import { many } from "../sql/query"
import { statement } from "./statement"

const row = z.object({
  id: z.string(),
  /** Its type's code, a shipping method of the contract. */
  code: z.string(),
  typeId: z.string(),
  name: z.string(),
  priceSetId: z.string(),
  /** The values of the goods in pence from which a conditional price begins or ends, at most the highest on the wire. */
  thresholds: many(z.number()),
})
export type ShippingOptionRow = z.infer<typeof row>

/**
 * The deliveries of this type's `code`, or all. Not the ones that staff disabled with Medusa's own switch, and not the ones for
 * returns. Oldest first. In SQL because each order asks for them, and Medusa's API does so with a cart that is not there.
 */
export const readOptionRows = statement(
  row,
  `select o.id, t.code, t.id as "typeId", o.name, s.price_set_id as "priceSetId",
    (select json_agg(greatest(0, least(999999999, case when r.operator in ('gt', 'lte')
              then floor(cast(r.value as numeric) * 100) + 1 else ceil(cast(r.value as numeric) * 100) end)))
       from price p join price_rule r on r.price_id = p.id and r.deleted_at is null
      where p.price_set_id = s.price_set_id and p.deleted_at is null and r.attribute = 'item_total') as thresholds
    from shipping_option o
    join shipping_option_type t on t.id = o.shipping_option_type_id and t.deleted_at is null
    join shipping_option_price_set s on s.shipping_option_id = o.id and s.deleted_at is null
   where o.deleted_at is null and (cast(:code as text) is null or t.code = :code)
     and not exists (select from shipping_option_rule r where r.shipping_option_id = o.id and r.deleted_at is null
       and (r.attribute, r.value #>> '{}') in (('enabled_in_store', 'false'), ('is_return', 'true')))
   order by o.created_at, o.id`,
)
