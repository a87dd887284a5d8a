import { z } from "@medusajs/framework/zod"
import type { Category, Diet, ListOrder, Product } from "@shop/contracts"
import type { Entry } from "./entries"
import { findCorrection } from "./search/correction"
import { readSearch, type ReadSearch } from "./search/read-search"
import { relevanceOf, suits } from "./search/relevance"
import { entriesContaining } from "./search/texts"
import {
  comparePositions,
  isIn,
  positionOf,
  sortFromNameOrder,
  type Position,
  type Snapshot,
} from "./snapshot"

export interface ListRequest {
  search?: string | undefined
  sort: ListOrder
  diet?: readonly Diet[] | undefined
  category?: Category | undefined
  limit?: number | undefined
  after?: Position | undefined
}

export interface Listing {
  products: readonly Product[]
  total: number
  next: Position | undefined
  /** A search near that of the request, which has no hits. */
  correction: string | undefined
}

export function listProducts(snapshot: Snapshot, request: ListRequest): Listing {
  const { search, sort, category, diet = [], after, limit } = request
  const isSuited = (entry: Entry) => suits(entry, diet)
  const isListed = (entry: Entry) => isSuited(entry) && (!category || isIn(category, entry))
  const listed = () => {
    const ordered = snapshot.ordered(sort, category)
    return diet.length > 0 ? ordered.filter(isSuited) : ordered
  }
  const asked = search ? readSearch(search) : undefined
  const position = (entry: Entry) => positionOf(entry, asked && relevanceOf(entry, asked))
  const found = asked ? findHits(snapshot, asked, isListed, sort) : listed()
  const compare = comparePositions(sort)
  const from = after ? firstAfter(found, (entry) => compare(position(entry), after) > 0) : 0
  const page = found.slice(from, limit === undefined ? undefined : from + limit)
  const last = page.at(-1)
  return {
    products: page.map(({ product }) => product),
    total: found.length,
    next: last && from + page.length < found.length ? position(last) : undefined,
    correction: search && found.length === 0 ? findCorrection(snapshot, search, listed()) : undefined,
  }
}

/** The hits in their order; where relevance counts, the nearest first, in both halves of "featured". */
function findHits(
  snapshot: Snapshot,
  search: ReadSearch,
  isListed: (entry: Entry) => boolean,
  sort: ListOrder,
): readonly Entry[] {
  // A diet or a size finds products without its words.
  const hasOnlyWords = search.diets.length + search.sizes.length === 0
  const near = hasOnlyWords ? entriesContaining(snapshot, search.text) : snapshot.ordered("name")
  const hits = near.filter(isListed).flatMap((entry) => {
    const relevance = relevanceOf(entry, search)
    return relevance === undefined ? [] : { entry, position: positionOf(entry, relevance) }
  })
  return sortFromNameOrder(hits, sort)
}

/** Compares positions, not identity: paging continues even if the last product of a page was deleted. */
function firstAfter<T>(hits: readonly T[], isAfter: (hit: T) => boolean): number {
  let low = 0
  let high = hits.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const hit = hits[middle]
    if (hit === undefined || isAfter(hit)) high = middle
    else low = middle + 1
  }
  return low
}

const cursorSchema = z.tuple([z.boolean(), z.int(), z.int(), z.string(), z.string()])

export function toCursor(position: Position): string {
  const parts = [position.featured, position.relevance, position.pence, position.name, position.id]
  return Buffer.from(JSON.stringify(parts)).toString("base64url")
}

export function fromCursor(cursor: string): Position | undefined {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, "base64url").toString())
  } catch {
    return undefined
  }
  const parsed = cursorSchema.safeParse(parts)
  if (!parsed.success) return undefined
  const [featured, relevance, pence, name, id] = parsed.data
  return { featured, relevance, pence, name, id }
}
