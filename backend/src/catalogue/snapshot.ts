import type { Category, Sort } from "@shop/contracts"
import type { Entry, CatalogueContext } from "./entry"
import { compareFor } from "./order"

/**
 * The whole catalogue at one moment, ready to be read: nothing in it is ever changed, a new one takes its place.
 */
export class Snapshot {
  readonly context: CatalogueContext
  readonly #byId: ReadonlyMap<string, Entry>
  readonly #bySlug = new Map<string, Entry>()
  readonly #categories = new Map<string, Category>()
  readonly #ordered = new Map<string, readonly Entry[]>()

  constructor(context: CatalogueContext, entries: Iterable<Entry>) {
    this.context = context
    const byId = new Map<string, Entry>()
    for (const entry of entries) {
      byId.set(entry.product.id, entry)
      this.#bySlug.set(entry.product.slug, entry)
    }
    this.#byId = byId
    for (const category of context.categories) {
      this.#categories.set(category.id, category)
      this.#categories.set(category.slug, category)
    }
  }

  byId(id: string): Entry | undefined {
    return this.#byId.get(id)
  }

  /** Addresses match whatever their case (specification, section 2). */
  bySlug(slug: string): Entry | undefined {
    return this.#bySlug.get(slug) ?? this.#bySlug.get(slug.toLowerCase())
  }

  /** A category by its id or its slug. */
  category(idOrSlug: string): Category | undefined {
    return this.#categories.get(idOrSlug) ?? this.#categories.get(idOrSlug.toLowerCase())
  }

  /** All products, or one category's, in an order; sorted at the first asking. */
  ordered(sort: Sort, category?: Category): readonly Entry[] {
    const key = `${sort} ${category?.id ?? ""}`
    const known = this.#ordered.get(key)
    if (known) return known
    const all = category ? this.ordered(sort) : [...this.#byId.values()].sort(compareFor(sort))
    const answer = category ? all.filter((entry) => entry.categoryIds.includes(category.id)) : all
    this.#ordered.set(key, answer)
    return answer
  }
}
