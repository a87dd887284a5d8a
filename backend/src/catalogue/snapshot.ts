import type { Category, ListOrder } from "@shop/contracts"
import type { CatalogueContext } from "./context"
import type { Entry } from "./entries"

/** The whole catalogue at one moment. It is immutable; a new snapshot replaces it. */
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
    // What was renamed is found by its former handles too, unless another has them now.
    for (const { handle, targetId } of context.formerHandles) {
      const [entry, category] = [byId.get(targetId), this.#categories.get(targetId)]
      if (entry && !this.#bySlug.has(handle)) this.#bySlug.set(handle, entry)
      if (category && !this.#categories.has(handle)) this.#categories.set(handle, category)
    }
  }

  get size(): number {
    return this.#byId.size
  }

  all(): Iterable<Entry> {
    return this.#byId.values()
  }

  byId(id: string): Entry | undefined {
    return this.#byId.get(id)
  }

  /** Ignores case (specification, section 2). */
  bySlug(slug: string): Entry | undefined {
    return this.#bySlug.get(slug) ?? this.#bySlug.get(slug.toLowerCase())
  }

  category(idOrSlug: string): Category | undefined {
    return this.#categories.get(idOrSlug) ?? this.#categories.get(idOrSlug.toLowerCase())
  }

  /** All products or those of a category, in an order. Sorted on first use. */
  ordered(sort: ListOrder, category?: Category): readonly Entry[] {
    const key = `${sort} ${category?.id ?? ""}`
    const known = this.#ordered.get(key)
    if (known) return known
    const answer = category ? this.ordered(sort).filter((entry) => isIn(category, entry)) : this.#sorted(sort)
    this.#ordered.set(key, answer)
    return answer
  }

  #sorted(sort: ListOrder): readonly Entry[] {
    if (sort === "name") return [...this.#byId.values()].sort((a, b) => byName(a.product, b.product))
    return sortFromNameOrder(
      this.ordered("name").map((entry) => ({ entry, position: positionOf(entry) })),
      sort,
    )
  }
}

export const isIn = (category: Category, entry: Entry): boolean => entry.categoryIds.includes(category.id)

/** The sort keys of a product. The cursor of a page carries those of its last product. */
export interface Position {
  featured: boolean
  /** How near it is to the search, 0 the nearest; 0 without a search. */
  relevance: number
  pence: number
  name: string
  id: string
}

export function positionOf(entry: Entry, relevance = 0): Position {
  const { featured, name, id } = entry.product
  return { featured, relevance, pence: entry.pence, name, id }
}

const collator = new Intl.Collator("en-GB")
const byName = (a: Pick<Position, "name" | "id">, b: Pick<Position, "name" | "id">) =>
  collator.compare(a.name, b.name) || (a.id < b.id ? -1 : Number(a.id > b.id))

const byRelevance = (a: Position, b: Position) => a.relevance - b.relevance

const BEFORE_NAMES: Record<ListOrder, (a: Position, b: Position) => number> = {
  featured: (a, b) => Number(b.featured) - Number(a.featured) || byRelevance(a, b),
  "price-low": (a, b) => a.pence - b.pence,
  "price-high": (a, b) => b.pence - a.pence,
  name: () => 0,
  relevance: byRelevance,
}

/** Every order ends with name and id: two pages never repeat or skip a product. */
export const comparePositions =
  (sort: ListOrder) =>
  (a: Position, b: Position): number =>
    BEFORE_NAMES[sort](a, b) || byName(a, b)

/** @param found in the order of their names, which take most of the time of sorting */
export const sortFromNameOrder = (
  found: readonly { entry: Entry; position: Position }[],
  sort: ListOrder,
): Entry[] => [...found].sort((a, b) => BEFORE_NAMES[sort](a.position, b.position)).map(({ entry }) => entry)
