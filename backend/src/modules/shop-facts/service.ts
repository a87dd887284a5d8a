import { isDeepStrictEqual } from "node:util"
import { MedusaService } from "@medusajs/framework/utils"
import { FACT_NAMES, type FactName, type Facts } from "./facts"
import { LATEST_EDITS, overlaid } from "./latest-edits"
import { ShopFactEdit } from "./models/shop-fact-edit"

interface Connection {
  raw: (sql: string) => Promise<{ rows: unknown[] }>
}

/** One change that staff have made, newest first where there are several. */
export interface FactEdit {
  field: string
  before: unknown
  after: unknown
  editedBy: string
  editedAt: string
}

/** Who the shop is: what its settings say, and what staff have changed since. */
export default class ShopFactsService extends MedusaService({ ShopFactEdit }) {
  private readonly connection: Connection

  constructor(dependencies: { __pg_connection__: Connection }, options: unknown) {
    super(dependencies, options)
    this.connection = dependencies.__pg_connection__
  }

  /** @param defaults what holds where staff have changed nothing */
  async current(defaults: Facts): Promise<Facts> {
    return overlaid(defaults, (await this.connection.raw(LATEST_EDITS)).rows)
  }

  /** Writes down what differs from what holds now. The same again is no change. @returns the names of what changed */
  async change(defaults: Facts, changes: Partial<Facts>, editedBy: string): Promise<FactName[]> {
    const current = await this.current(defaults)
    const changed = FACT_NAMES.filter(
      (name) => name in changes && !isDeepStrictEqual(changes[name], current[name]),
    )
    await this.createShopFactEdits(
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
  async history(limit: number): Promise<FactEdit[]> {
    const rows = await this.listShopFactEdits({}, { order: { turn: "DESC" }, take: limit })
    return rows.map(({ field, before, after, edited_by, created_at }) => ({
      field,
      before: before["value"],
      after: after["value"],
      editedBy: edited_by,
      editedAt: new Date(created_at).toISOString(),
    }))
  }
}
