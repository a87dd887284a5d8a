import type { Sort } from "@shop/contracts"

/** What an order looks at; a page's cursor carries the last product's. */
export interface Position {
  featured: boolean
  pence: number
  name: string
  id: string
}

/** Where an entry of the catalogue stands, without the rest of it. */
export function positionOf(entry: {
  pence: number
  product: { featured: boolean; name: string; id: string }
}): Position {
  const { featured, name, id } = entry.product
  return { featured, pence: entry.pence, name, id }
}

const collator = new Intl.Collator("en-GB")
const byName = (a: Position, b: Position) =>
  collator.compare(a.name, b.name) || (a.id < b.id ? -1 : Number(a.id > b.id))

/** The orders of a list; every one ends in name and id, so that two pages never share or lose a product. */
const ORDERS: Record<Sort, (a: Position, b: Position) => number> = {
  featured: (a, b) => Number(b.featured) - Number(a.featured) || byName(a, b),
  "price-low": (a, b) => a.pence - b.pence || byName(a, b),
  "price-high": (a, b) => b.pence - a.pence || byName(a, b),
  name: byName,
}

/** Compares two products by where they stand. */
export const comparePositions = (sort: Sort) => ORDERS[sort]

type Orderable = Parameters<typeof positionOf>[0]
/** The same for entries of the catalogue. */
export function compareFor(sort: Sort): (a: Orderable, b: Orderable) => number {
  const compare = ORDERS[sort]
  return (a, b) => compare(positionOf(a), positionOf(b))
}
