import { z } from "@medusajs/framework/zod"
import type { Category, Product, Sort } from "@shop/contracts"
import type { Entry } from "./entries"
import { findCorrection } from "./search/correction"
import { comparePositions, positionOf, type Position, type Snapshot } from "./snapshot"

export interface ListRequest {
  search?: string | undefined
  sort: Sort
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
  const found = search(snapshot.ordered(request.sort, request.category), request.search)
  const from = request.after ? firstAfter(found, request.after, request.sort) : 0
  const page = request.limit === undefined ? found.slice(from) : found.slice(from, from + request.limit)
  const last = page.at(-1)
  const hasMore = from + page.length < found.length
  return {
    products: page.map((entry) => entry.product),
    total: found.length,
    next: last && hasMore ? positionOf(last) : undefined,
    correction:
      request.search && found.length === 0
        ? findCorrection(snapshot, request.search, request.category)
        : undefined,
  }
}

function search(entries: readonly Entry[], term: string | undefined): readonly Entry[] {
  if (!term) return entries
  const wanted = term.toLowerCase()
  return entries.filter((entry) => entry.searchText.includes(wanted))
}

/** Compares positions, not identity: paging continues even if the last product of a page was deleted. */
function firstAfter(entries: readonly Entry[], after: Position, sort: Sort): number {
  const compare = comparePositions(sort)
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const entry = entries[middle]
    if (entry && compare(positionOf(entry), after) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

const cursorSchema = z.tuple([z.boolean(), z.int(), z.string(), z.string()])

export function toCursor(position: Position): string {
  const parts = [position.featured, position.pence, position.name, position.id]
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
  const [featured, pence, name, id] = parsed.data
  return { featured, pence, name, id }
}
