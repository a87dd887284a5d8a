import { MedusaError } from "@medusajs/framework/utils"
import type { Entry, Surroundings } from "./entry"
import { Snapshot } from "./snapshot"

/** A product as it stands in the database now: when `version` changes, its text or price has. */
export interface ShelfRow {
  productId: string
  version: string
  /** In the staff's order; the first is what the shop shows of a product on a card. */
  variants: readonly { id: string; stock: number }[]
}

/** Where the catalogue comes from. */
export interface CatalogueSource {
  /** Two cheap marks: one for what all products share, one for everything there is. */
  marks(): Promise<{ surroundings: string; everything: string }>
  surroundings(): Promise<Surroundings>
  shelf(surroundings: Surroundings): Promise<readonly ShelfRow[]>
  /** The entries of these rows; one that cannot be sold (no price, no variant) is left out. */
  entries(surroundings: Surroundings, rows: readonly ShelfRow[]): Promise<readonly Entry[]>
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
  marks: { surroundings: string; everything: string }
  rows: ReadonlyMap<string, ShelfRow>
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
      `the look at ${this.#at} did not end within ${String(giveUpAfter / 1000)} s`,
    )
  }

  async #read(): Promise<Known> {
    const { source } = this.#options
    const known = this.#known
    this.#at = "the marks"
    const marks = await source.marks()
    if (known?.marks.everything === marks.everything) return known
    const kept = known?.marks.surroundings === marks.surroundings ? known : undefined
    this.#at = "the surroundings"
    const surroundings = kept?.snapshot.surroundings ?? (await source.surroundings())
    this.#at = "the shelf"
    const shelf = await source.shelf(surroundings)
    const isUnchanged = (row: ShelfRow) => kept?.rows.get(row.productId)?.version === row.version
    const changed = shelf.filter((row) => !isUnchanged(row))
    this.#at = "the entries"
    const loaded = new Map<string, Entry>()
    for (const entry of await source.entries(surroundings, changed)) loaded.set(entry.product.id, entry)
    const entries = new Map<string, Entry>()
    for (const row of shelf) {
      const entry =
        loaded.get(row.productId) ?? (isUnchanged(row) ? kept?.entries.get(row.productId) : undefined)
      if (entry) entries.set(row.productId, withStock(entry, row.variants))
    }
    return {
      marks,
      rows: new Map(shelf.map((row) => [row.productId, row])),
      entries,
      snapshot: new Snapshot(surroundings, entries.values()),
    }
  }
}

/** The entry with what there is of each variant now; itself where that is what it says already. */
function withStock(entry: Entry, counted: ShelfRow["variants"]): Entry {
  const stockOf = new Map(counted.map(({ id, stock }) => [id, stock]))
  const isCurrent = entry.variants.every(({ id, stock }) => stockOf.get(id) === stock)
  if (isCurrent) return entry
  const variants = entry.variants.map((variant) => ({ ...variant, stock: stockOf.get(variant.id) ?? 0 }))
  const product = { ...entry.product, stock: variants[0]?.stock ?? 0 }
  return { ...entry, variants, product: product.variants ? { ...product, variants } : product }
}
