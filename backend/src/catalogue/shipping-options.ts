import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { querySql } from "../platform/sql/query"
import { readPrices } from "./prices"

const optionRow = z.object({
  id: z.string(),
  /** Its type's code, a shipping method of the contract. */
  code: z.string(),
  typeId: z.string(),
  name: z.string(),
  priceSetId: z.string(),
})
/** A delivery that a shopper can choose, if it has a price. */
export type ShippingOptionRow = z.infer<typeof optionRow>

interface OfferedOption extends ShippingOptionRow {
  /** In pounds, as Medusa stores it. */
  readonly amount: number
  readonly isTaxInclusive: boolean
}

const OPTIONS = `
  select o.id, t.code, t.id as "typeId", o.name, s.price_set_id as "priceSetId"
    from shipping_option o
    join shipping_option_type t on t.id = o.shipping_option_type_id and t.deleted_at is null
    join shipping_option_price_set s on s.shipping_option_id = o.id and s.deleted_at is null
   where o.deleted_at is null and (cast(:code as text) is null or t.code = :code)
     and not exists (select from shipping_option_rule r where r.shipping_option_id = o.id and r.deleted_at is null
       and (r.attribute, r.value #>> '{}') in (('enabled_in_store', 'false'), ('is_return', 'true')))
   order by o.created_at, o.id`

/** Not the ones that staff disabled with Medusa's own switch, and not the ones for returns. Oldest first. */
export function readOptionRows(
  container: MedusaContainer,
  code: string | null,
): Promise<ShippingOptionRow[]> {
  return querySql(container, optionRow, OPTIONS, { code })
}

/**
 * The deliveries that shoppers can choose, one for each type code: of several the oldest with a price. The catalogue shows
 * what an order uses.
 */
export async function readOfferedOptions(
  container: MedusaContainer,
  where: { regionId: string | null; currency: string },
): Promise<OfferedOption[]> {
  const rows = await readOptionRows(container, null)
  const prices = await readPrices(
    container,
    rows.map(({ priceSetId }) => priceSetId),
    where,
  )
  const byCode = new Map<string, OfferedOption>()
  for (const row of rows) {
    const price = prices.get(row.priceSetId)
    if (price && !byCode.has(row.code)) byCode.set(row.code, { ...row, ...price })
  }
  return [...byCode.values()]
}
