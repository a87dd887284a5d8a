import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { SEARCH_CORRECTION_HEADER, type Category, type ProductListQuery } from "@shop/contracts"
import { fromCursor, listProducts, toCursor, type Listing, type Snapshot } from "../catalogue"
import { sendFromCatalogue } from "./catalogue-answer"
import { invalidField } from "../platform/http/problem"

/** All, or one page and the address of the next. `within`: the path's category; without one, the query may name one. */
export function sendProductList(
  request: MedusaRequest,
  response: MedusaResponse,
  snapshot: Snapshot,
  query: ProductListQuery,
  within?: Category,
): void {
  const category = within ?? wantedCategory(snapshot, query)
  const after = positionIn(query.cursor, "That page does not exist. Please start again with the first page.")
  const sort = query.sort ?? "featured"
  const { search, diet, limit } = query
  const listing = listProducts(snapshot, { search, diet, sort, category, limit, after })
  response.set("x-total-count", String(listing.total))
  const next = nextPage(request, listing)
  if (next) response.set("link", `<${next}>; rel="next"`)
  const { correction } = listing
  if (correction !== undefined) response.set(SEARCH_CORRECTION_HEADER, encodeURIComponent(correction))
  const isBounded = !search && !diet && !query.cursor && limit === undefined
  const key = isBounded ? `products ${sort} ${category?.id ?? ""}` : undefined
  sendFromCatalogue(request, response, snapshot, key, () => listing.products, correction)
}

/** @param sentence of the error if the cursor is none @throws Problem 400 */
export function positionIn(cursor: string | undefined, sentence: string): ReturnType<typeof fromCursor> {
  const position = cursor === undefined ? undefined : fromCursor(cursor)
  if (cursor === undefined || position) return position
  throw invalidField("cursor", "This cursor is not one of ours.", sentence)
}

function wantedCategory(snapshot: Snapshot, query: ProductListQuery): Category | undefined {
  if (query.category === undefined) return undefined
  const category = snapshot.category(query.category)
  if (category) return category
  throw invalidField("category", "There is no such category.")
}

/** A path without a host: the public host belongs to the server in front of us. */
function nextPage(request: MedusaRequest, listing: Listing): string | undefined {
  if (!listing.next) return undefined
  const address = new URL(request.originalUrl, "http://shop.invalid")
  address.searchParams.set("cursor", toCursor(listing.next))
  return address.pathname + address.search
}
