import { QueryContext } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { queryGraph } from "../query/query"

const optionRow = z.object({
  id: z.string(),
  name: z.string(),
  data: z.record(z.string(), z.unknown()).nullish(),
  type: z.object({ id: z.string(), code: z.string() }).nullable(),
  rules: z.array(z.object({ attribute: z.string(), value: z.unknown() })),
  calculated_price: z
    .object({
      calculated_amount: z.coerce.number().nullable(),
      is_calculated_price_tax_inclusive: z.boolean().nullish(),
    })
    .nullish(),
})
type OptionRow = z.infer<typeof optionRow>

/** A delivery that a shopper can choose. */
export interface OfferedOption {
  readonly id: string
  /** Its type's code, a shipping method of the contract. */
  readonly code: string
  readonly typeId: string
  readonly name: string
  readonly data: Record<string, unknown> | null
  /** In pounds, as Medusa stores it. */
  readonly amount: number
  readonly isTaxInclusive: boolean
}

/**
 * The deliveries that shoppers can choose, one for each type code: not the ones that staff disabled with Medusa's own
 * switch, not the ones for returns, and of several with the same code the oldest. The catalogue shows what an order uses.
 */
export async function readOfferedOptions(
  container: MedusaContainer,
  { regionId, currency, code }: { regionId: string | null; currency: string; code?: string },
): Promise<OfferedOption[]> {
  const rows = await queryGraph(container, optionRow, {
    entity: "shipping_option",
    fields: [
      "id",
      "name",
      "data",
      "type.id",
      "type.code",
      "rules.attribute",
      "rules.value",
      "calculated_price.*",
    ],
    ...(code !== undefined && { filters: { type: { code } } }),
    context: { calculated_price: QueryContext({ region_id: regionId, currency_code: currency }) },
    pagination: { order: { created_at: "ASC", id: "ASC" } },
  })
  const byCode = new Map<string, OfferedOption>()
  for (const row of rows) {
    const amount = row.calculated_price?.calculated_amount
    if (!row.type || amount === null || amount === undefined || !isOffered(row)) continue
    if (byCode.has(row.type.code)) continue
    byCode.set(row.type.code, {
      id: row.id,
      code: row.type.code,
      typeId: row.type.id,
      name: row.name,
      data: row.data ?? null,
      amount,
      isTaxInclusive: row.calculated_price?.is_calculated_price_tax_inclusive ?? false,
    })
  }
  return [...byCode.values()]
}

const isOffered = ({ rules }: OptionRow) =>
  !rules.some(
    ({ attribute, value }) =>
      (attribute === "enabled_in_store" && String(value) === "false") ||
      (attribute === "is_return" && String(value) === "true"),
  )
