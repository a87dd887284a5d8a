import { isDeepStrictEqual } from "node:util"
import { MedusaService } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { changesSchema, DETAIL_NAMES, type DetailName, type Details } from "./details"
import { BusinessDetailEdit } from "./models/business-detail-edit"

export const LATEST_EDITS = `select distinct on (field) field, after->'value' as value
  from business_detail_edit where deleted_at is null order by field, turn desc`

const LATEST_VAT_NUMBER = `select field, after->'value' as value from business_detail_edit
  where field = 'vatNumber' and deleted_at is null order by turn desc limit 1`

const editRow = z.object({ field: z.string(), value: z.unknown() })

export function withEdits(defaults: Details, rows: readonly unknown[]): Details {
  const edits = z.array(editRow).parse(rows)
  const known = edits.filter(({ field }) => field in defaults)
  return {
    ...defaults,
    ...changesSchema.parse(Object.fromEntries(known.map(({ field, value }) => [field, value]))),
  }
}

interface Connection {
  raw: (sql: string) => Promise<{ rows: unknown[] }>
}

interface DetailEdit {
  field: string
  before: unknown
  after: unknown
  editedBy: string
  editedAt: string
}

export default class BusinessDetailsService extends MedusaService({ BusinessDetailEdit }) {
  private readonly connection: Connection

  constructor(dependencies: { __pg_connection__: Connection }, options: unknown) {
    super(dependencies, options)
    this.connection = dependencies.__pg_connection__
  }

  async current(defaults: Details): Promise<Details> {
    return withEdits(defaults, (await this.connection.raw(LATEST_EDITS)).rows)
  }

  /** Whether the business has a VAT number now. @param fallback its VAT number while staff have not changed it */
  async isVatRegistered(fallback: string | null): Promise<boolean> {
    const [edit] = (await this.connection.raw(LATEST_VAT_NUMBER)).rows
    return (edit === undefined ? fallback : editRow.parse(edit).value) !== null
  }

  /** Stores the values that differ from the current ones. @returns the names of the changed details */
  async change(defaults: Details, changes: Partial<Details>, editedBy: string): Promise<DetailName[]> {
    const current = await this.current(defaults)
    const changed = DETAIL_NAMES.filter(
      (name) => name in changes && !isDeepStrictEqual(changes[name], current[name]),
    )
    await this.createBusinessDetailEdits(
      changed.map((name) => ({
        field: name,
        before: { value: current[name] },
        after: { value: changes[name] },
        edited_by: editedBy,
      })),
    )
    return changed
  }

  async history(limit: number): Promise<DetailEdit[]> {
    const rows = await this.listBusinessDetailEdits({}, { order: { turn: "DESC" }, take: limit })
    return rows.map(({ field, before, after, edited_by, created_at }) => ({
      field,
      before: before["value"],
      after: after["value"],
      editedBy: edited_by,
      editedAt: new Date(created_at).toISOString(),
    }))
  }
}
