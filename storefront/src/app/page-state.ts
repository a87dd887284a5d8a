import type { DehydratedState } from "@tanstack/react-query"
import type { ShopFacts } from "../lib/shop-facts"

/** What the server hands the browser along with a page, so that nothing is fetched twice. */
export interface PageState {
  facts: ShopFacts
  queries: DehydratedState
  loaderData: Record<string, unknown>
  /** The boundaries that show an error instead of their page. */
  failedAt: string[]
}

/** The id of the element that carries it. */
export const STATE_ELEMENT = "page-state"
