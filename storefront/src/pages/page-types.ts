import type { QueryExecuteOptions, QueryKey } from "@tanstack/react-query"

export interface PageProps {
  params: Readonly<Record<string, string | undefined>>
}

export interface PageRequest extends PageProps {
  url: URL
  /** Whether a user is signed in. The server cannot know and tells whether the browser sent a session cookie. */
  mayBeSignedIn: () => Promise<boolean>
  /** Data that the page requires: its failure is the page's failure. */
  ensure: <Data, Key extends QueryKey>(
    query: QueryExecuteOptions<Data, Error, Data, Data, Key>,
  ) => Promise<Data>
  /** Optional data: the page itself shows a failure. */
  prefetch: <Data, Key extends QueryKey>(
    query: QueryExecuteOptions<Data, Error, Data, Data, Key>,
  ) => Promise<null>
}

/** `missing`: the page shows that, with status 404. `isPermanent`: search engines keep the new address. */
export type PageOutcome = null | { kind: "missing" } | { kind: "redirect"; to: string; isPermanent?: true }

export type PageLoad = (request: PageRequest) => Promise<PageOutcome>
