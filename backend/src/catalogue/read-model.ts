import { MedusaError } from "@medusajs/framework/utils"
import type { Entry, CatalogueContext } from "./entry"
import { Snapshot } from "./snapshot"

/** A product as it stands in the database now: when `version` changes, its text or price has. */
export interface CatalogueRow {
  productId: string
  version: string
  /** In the staff's order; the first is what the shop shows of a product on a card. */
  variants: readonly { id: string; stock: number }[]
}

/** Where the catalogue comes from. */
export interface CatalogueSource {
  /** Two cheap fingerprints: one for what all products share, one for everything there is. */
  fingerprint(): Promise<{ context: string; everything: string }>
  context(): Promise<CatalogueContext>
  rows(context: CatalogueContext): Promise<readonly CatalogueRow[]>
  /** The entries of these rows; one that cannot be sold (no price, no variant) is left out. */
  entries(context: CatalogueContext, rows: readonly CatalogueRow[]): Promise<readonly Entry[]>
}

export interface ReadModelOptions {
  source: CatalogueSource
  now: () => number
  wait: (milliseconds: number) => Promise<void>
  /** Told of a look that failed while there was an older snapshot to serve. */
  onError: (error: unknown) => void
  /** How old, in milliseconds, a snapshot may be before the next reader has it looked after [500]. */
  freshFor?: number
  /** How long, in milliseconds, a reader waits for a newer snapshot before taking the one there is [300]. */
  timeout?: number
  /** After how long, in milliseconds, a look that has not ended is given up, so that another can begin [10,000]. */
  giveUpAfter?: number
}

/** What the last look found. */
interface Known {
  fingerprint: { context: string; everything: string }
  rows: ReadonlyMap<string, CatalogueRow>
  entries: ReadonlyMap<string, Entry>
  snapshot: Snapshot
}

/**
 * The catalogue in memory, brought up to date by asking the database whether anything has changed: a mark every half
 * second while there are readers, then only the products whose version differs. No event has to arrive, so it is right
 * on every instance, for changes made by hand in the database, and for price lists that begin by the clock.
 */
export class CatalogueReadModel {
  readonly #options: Required<ReadModelOptions>
  #known: Known | undefined
  #lookedAt = Number.NEGATIVE_INFINITY
  #look: Promise<Known> | undefined
  /** What the look under way asks for, to be named when it does not end. */
  #at = ""

  constructor(options: ReadModelOptions) {
    this.#options = { freshFor: 500, timeout: 300, giveUpAfter: 10_000, ...options }
  }

  /**
   * The catalogue, as of half a second ago at most; older while the database is slow or away.
   * @throws only when there has never been a look that succeeded.
   */
  async current(): Promise<Snapshot> {
    const known = this.#known
    if (known && this.#options.now() - this.#lookedAt < this.#options.freshFor) return known.snapshot
    const look = (this.#look ??= this.#lookAfter().finally(() => (this.#look = undefined)))
    if (!known) return (await look).snapshot
    const patience = this.#options.wait(this.#options.timeout).then(() => known)
    return (await Promise.race([look.catch(() => known), patience])).snapshot
  }

  /** One look for all who ask meanwhile. An answer that never comes must not be waited for by everybody for ever. */
  async #lookAfter(): Promise<Known> {
    const startedAt = this.#options.now()
    try {
      const known = await Promise.race([this.#read(), this.#giveUp()])
      this.#known = known
      this.#lookedAt = startedAt
      return known
    } catch (error) {
      if (this.#known) this.#options.onError(error)
      throw error
    }
  }

  async #giveUp(): Promise<never> {
    const { wait, giveUpAfter } = this.#options
    await wait(giveUpAfter)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `reading ${this.#at} did not end within ${String(giveUpAfter / 1000)} s`,
    )
  }

  async #read(): Promise<Known> {
    const { source } = this.#options
    const known = this.#known
    this.#at = "the fingerprint"
    const fingerprint = await source.fingerprint()
    if (known?.fingerprint.everything === fingerprint.everything) return known
    const kept = known?.fingerprint.context === fingerprint.context ? known : undefined
    this.#at = "the context"
    const context = kept?.snapshot.context ?? (await source.context())
    this.#at = "the rows"
    const rows = await source.rows(context)
    const isUnchanged = (row: CatalogueRow) => kept?.rows.get(row.productId)?.version === row.version
    const changed = rows.filter((row) => !isUnchanged(row))
    this.#at = "the entries"
    const loaded = new Map<string, Entry>()
    for (const entry of await source.entries(context, changed)) loaded.set(entry.product.id, entry)
    const entries = new Map<string, Entry>()
    for (const row of rows) {
      const entry =
        loaded.get(row.productId) ?? (isUnchanged(row) ? kept?.entries.get(row.productId) : undefined)
      if (entry) entries.set(row.productId, withStock(entry, row.variants))
    }
    return {
      fingerprint,
      rows: new Map(rows.map((row) => [row.productId, row])),
      entries,
      snapshot: new Snapshot(context, entries.values()),
    }
  }
}

/** The entry with what there is of each variant now; itself where that is what it says already. */
function withStock(entry: Entry, counted: CatalogueRow["variants"]): Entry {
  const stockOf = new Map(counted.map(({ id, stock }) => [id, stock]))
  const isCurrent = entry.variants.every(({ id, stock }) => stockOf.get(id) === stock)
  if (isCurrent) return entry
  const variants = entry.variants.map((variant) => ({ ...variant, stock: stockOf.get(variant.id) ?? 0 }))
  const product = { ...entry.product, stock: variants[0]?.stock ?? 0 }
  return { ...entry, variants, product: product.variants ? { ...product, variants } : product }
}
