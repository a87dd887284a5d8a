import { MedusaError } from "@medusajs/framework/utils"
import type { CatalogueRow } from "../platform/medusa-tables/catalogue-rows"
import type { CatalogueContext } from "./context"
import type { Entry } from "./entries"
import { Snapshot } from "./snapshot"

export interface CatalogueSource {
  /** Two cheap fingerprints: one of the context, one of the whole catalogue. */
  fingerprint(): Promise<{ context: string; everything: string }>
  context(): Promise<CatalogueContext>
  rows(context: CatalogueContext): Promise<readonly CatalogueRow[]>
  /** The entries of these rows. Products without price or variant are left out. */
  entries(context: CatalogueContext, rows: readonly CatalogueRow[]): Promise<readonly Entry[]>
}

export interface ReadModelOptions {
  source: CatalogueSource
  now: () => number
  wait: (milliseconds: number) => Promise<void>
  /** Called when a refresh fails while an older snapshot is served, and when the reading that `untilRead` waits for fails. */
  onError: (error: unknown) => void
  /** Milliseconds after which a read waits for a refresh [500]. One before it starts the refresh and does not wait. */
  freshFor?: number
  /** Milliseconds that a read waits for the refresh before it returns the older snapshot [300]. */
  timeout?: number
  /** Milliseconds after which an unfinished refresh is abandoned [10,000]. */
  giveUpAfter?: number
}

interface Known {
  fingerprint: { context: string; everything: string }
  rows: ReadonlyMap<string, CatalogueRow>
  entries: ReadonlyMap<string, Entry>
  snapshot: Snapshot
}

/** With 10,000 products a fingerprint takes 50 ms. Under load nobody waits for it. */
const AHEAD = 0.8

/**
 * Compares a fingerprint every half second while it is read, and reloads only what changed. Needs no events: it is
 * right on every instance, after manual changes in the database, and for scheduled price lists.
 */
export class CatalogueReadModel {
  readonly #options: Required<ReadModelOptions>
  #known: Known | undefined
  #refreshedAt = Number.NEGATIVE_INFINITY
  #refresh: Promise<Known> | undefined
  #firstRead: Promise<void> | undefined
  /** The part being read, for the error message of a timeout. */
  #reading = ""

  constructor(options: ReadModelOptions) {
    this.#options = { freshFor: 500, timeout: 300, giveUpAfter: 10_000, ...options }
  }

  /** At most half a second old; older while the database is slow or away. @throws only if no refresh has ever succeeded */
  async current(): Promise<Snapshot> {
    const known = this.#known
    const age = (this.#options.now() - this.#refreshedAt) / this.#options.freshFor
    if (known && age < AHEAD) return known.snapshot
    const refresh = (this.#refresh ??= this.#startRefresh().finally(() => (this.#refresh = undefined)))
    if (!known) return (await refresh).snapshot
    const refreshed = refresh.catch(() => known)
    if (age < 1) return known.snapshot
    const timeout = this.#options.wait(this.#options.timeout).then(() => known)
    return (await Promise.race([refreshed, timeout])).snapshot
  }

  /** Resolves once it was read for the first time, or could not be. With 10,000 products that takes seconds. */
  untilRead(): Promise<void> {
    return (this.#firstRead ??= this.current().then(() => undefined, this.#options.onError))
  }

  async #startRefresh(): Promise<Known> {
    const startedAt = this.#options.now()
    try {
      const known = await Promise.race([this.#read(), this.#timeOut()])
      this.#known = known
      this.#refreshedAt = startedAt
      return known
    } catch (error) {
      if (this.#known) this.#options.onError(error)
      throw error
    }
  }

  async #timeOut(): Promise<never> {
    const { wait, giveUpAfter } = this.#options
    await wait(giveUpAfter)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `reading ${this.#reading} did not end within ${String(giveUpAfter / 1000)} s`,
    )
  }

  async #read(): Promise<Known> {
    const { source } = this.#options
    const known = this.#known
    this.#reading = "the fingerprint"
    const fingerprint = await source.fingerprint()
    if (known?.fingerprint.everything === fingerprint.everything) return known
    const kept = known?.fingerprint.context === fingerprint.context ? known : undefined
    this.#reading = "the context"
    const context = kept?.snapshot.context ?? (await source.context())
    this.#reading = "the rows"
    const rows = await source.rows(context)
    const isUnchanged = (row: CatalogueRow) => kept?.rows.get(row.productId)?.version === row.version
    const changed = rows.filter((row) => !isUnchanged(row))
    this.#reading = "the entries"
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

function withStock(entry: Entry, counted: CatalogueRow["variants"]): Entry {
  const stockOf = new Map(counted.map(({ id, stock }) => [id, stock]))
  const isCurrent = entry.variants.every(({ id, stock }) => stockOf.get(id) === stock)
  if (isCurrent) return entry
  const variants = entry.variants.map((variant) => ({ ...variant, stock: stockOf.get(variant.id) ?? 0 }))
  const product = { ...entry.product, stock: variants[0]?.stock ?? 0 }
  return { ...entry, variants, product: product.variants ? { ...product, variants } : product }
}
