import { z } from "@medusajs/framework/zod"
import { changesSchema, type Facts } from "./facts"

/** What holds of every fact that staff have ever changed. */
export const LATEST_EDITS = `select distinct on (field) field, after->'value' as value
  from shop_fact_edit where deleted_at is null order by field, turn desc`

const editRow = z.object({ field: z.string(), value: z.unknown() })

/** The facts as they stand: the settings' values, and over them what staff have written. */
export function overlaid(defaults: Facts, rows: readonly unknown[]): Facts {
  const edits = z.array(editRow).parse(rows)
  const known = edits.filter(({ field }) => field in defaults)
  return {
    ...defaults,
    ...changesSchema.parse(Object.fromEntries(known.map(({ field, value }) => [field, value]))),
  }
}
