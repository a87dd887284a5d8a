import type { DehydratedState } from "@tanstack/react-query"
import type { BusinessDetails } from "../lib/business-details"

/**
 * The data that the server sends with a page, so that the browser does not load it again. The same build wrote it, and
 * the server has parsed what it got from the backend: parsing it again would cost every page a parser.
 */
export interface PageState {
  business: BusinessDetails
  /** React Query's own format. The library reads it back itself. */
  queries: DehydratedState
  /** The server rendered the error page instead of the page. */
  isFailed: boolean
}

/** The id of the element that contains the state. */
export const STATE_ELEMENT = "page-state"

/** @throws Error for a document that is not a page of the shop */
export function readPageState(text: string): PageState {
  const state: unknown = JSON.parse(text)
  if (!isPageState(state)) throw new Error("The page has no state")
  return state
}

const isPageState = (state: unknown): state is PageState =>
  typeof state === "object" &&
  state !== null &&
  "business" in state &&
  "queries" in state &&
  "isFailed" in state
