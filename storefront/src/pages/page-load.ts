import type { QueryExecuteOptions, QueryKey } from "@tanstack/react-query"
import { data } from "react-router-dom"

/** What a page's `load` is given: the address, and two ways of getting data before the page is drawn. */
export interface PageRequest {
  params: Readonly<Record<string, string | undefined>>
  url: URL
  /** Whether somebody is signed in here; on the server, which cannot know, whether the browser has a session to show. */
  mayBeSignedIn: () => Promise<boolean>
  /** Data the page cannot be without: a failure is the page's failure. */
  ensure: <Data, Key extends QueryKey>(
    query: QueryExecuteOptions<Data, Error, Data, Data, Key>,
  ) => Promise<Data>
  /** Data the page can do without: a failure is left to the page's own states. */
  prefetch: <Data, Key extends QueryKey>(
    query: QueryExecuteOptions<Data, Error, Data, Data, Key>,
  ) => Promise<void>
}

/** Gets a page's data ready. Answers null, or `notFound()` for an address that leads to nothing. */
export type PageLoad = (request: PageRequest) => Promise<unknown>

/** The page exists to say that the thing does not: drawn as usual, with status 404. */
export const notFound = () => data(null, { status: 404 })
