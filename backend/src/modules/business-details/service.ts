import { isDeepStrictEqual } from "node:util"
import { MedusaService } from "@medusajs/framework/utils"
import { DETAIL_NAMES, type DetailName, type Details } from "./details"
import { LATEST_EDITS, withEdits } from "./latest-edits"
import { BusinessDetailEdit } from "./models/business-detail-edit"

interface Connection {
  raw: (sql: string) => Promise<{ rows: unknown[] }>
}

/** One change that staff have made, newest first where there are several. */
export interface DetailEdit {
  field: string
  before: unknown
  after: unknown
  editedBy: string
  editedAt: string
}

/** Who the shop is: what its settings say, and what staff have changed since. */
export default class BusinessDetailsService extends MedusaService({ BusinessDetailEdit }) {
  private readonly connection: Connection

  constructor(dependencies: { __pg_connection__: Connection }, options: unknown) {
    super(dependencies, options)
    this.connection = dependencies.__pg_connection__
  }

  /** @param defaults what holds where staff have changed nothing */
  async current(defaults: Details): Promise<Details> {
    return withEdits(defaults, (await this.connection.raw(LATEST_EDITS)).rows)
  }

  /** Writes down what differs from what holds now. The same again is no change. @returns the names of what changed */
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

  /** The newest changes first. */
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
