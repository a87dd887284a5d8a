import { z } from "@medusajs/framework/zod"
import { changesSchema, type Details } from "./details"

/** The latest value of every detail that staff have changed. */
export const LATEST_EDITS = `select distinct on (field) field, after->'value' as value
  from business_detail_edit where deleted_at is null order by field, turn desc`

const editRow = z.object({ field: z.string(), value: z.unknown() })

/** The defaults of the settings, overlaid with what staff have saved. */
export function withEdits(defaults: Details, rows: readonly unknown[]): Details {
  const edits = z.array(editRow).parse(rows)
  const known = edits.filter(({ field }) => field in defaults)
  return {
    ...defaults,
    ...changesSchema.parse(Object.fromEntries(known.map(({ field, value }) => [field, value]))),
  }
}
