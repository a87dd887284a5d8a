import type { QueryExecuteOptions, QueryKey } from "@tanstack/react-query"

export interface PageProps {
  /** The named parts of the page's address. */
  params: Readonly<Record<string, string | undefined>>
}

/** What a page's `load` is given: the address, and two ways of getting data before the page is drawn. */
export interface PageRequest extends PageProps {
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

/**
 * What `load` found: nothing to add; that the thing is missing, which the page is drawn to say, with status 404; or that
 * the address leads elsewhere.
 */
export type PageOutcome = null | { kind: "missing" } | { kind: "redirect"; to: string }

/** Gets a page's data ready. */
export type PageLoad = (request: PageRequest) => Promise<PageOutcome>
