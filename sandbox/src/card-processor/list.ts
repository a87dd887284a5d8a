import { noSuch } from "./api-error.js"
import type { Created, Page } from "./parameters.js"

/** One page, the newest first. @param objects in the order of creation */
export function listOf<T extends { id: string; created: number }>(
  objects: readonly T[],
  page: Page & { created?: Created },
  url: string,
): { object: "list"; data: T[]; has_more: boolean; url: string } {
  const matching = objects.filter((object) => isWithin(object.created, page.created)).reverse()
  const position = (id: string, param: string) => {
    const at = matching.findIndex((object) => object.id === id)
    if (at < 0) throw noSuch("object", id, param)
    return at
  }
  const limit = page.limit ?? 10
  const before = page.ending_before === undefined ? undefined : position(page.ending_before, "ending_before")
  if (before !== undefined) {
    const start = Math.max(0, before - limit)
    return { object: "list", data: matching.slice(start, before), has_more: start > 0, url }
  }
  const start = page.starting_after === undefined ? 0 : position(page.starting_after, "starting_after") + 1
  return {
    object: "list",
    data: matching.slice(start, start + limit),
    has_more: matching.length > start + limit,
    url,
  }
}

function isWithin(created: number, range: Created): boolean {
  if (range === undefined) return true
  if (typeof range === "number") return created === range
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return created > gt && created >= gte && created < lt && created <= lte
}
