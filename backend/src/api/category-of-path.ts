import type { MedusaRequest } from "@medusajs/framework/http"
import type { Category } from "@shop/contracts"
import type { Snapshot } from "../catalogue"
import { pathParameter } from "../platform/http/parse"
import { Problem } from "../platform/http/problem"

/**
 * The category of a path, by slug or id: the specification uses both.
 * @throws Problem 404 `unknown_category`.
 */
export function categoryOfPath(request: MedusaRequest, snapshot: Snapshot): Category {
  const category = snapshot.category(pathParameter(request, "id"))
  if (!category) throw new Problem(404, "unknown_category", "There is no such category.")
  return category
}
