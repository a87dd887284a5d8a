/**
 * The one address of a page that answers to several: paths match in any case, with or without a slash at the end, and
 * a list is the same list in any order.
 * @param pathname of the address it was asked under
 */
export function canonicalAddress(pathname: string, origin: string): string {
  return new URL(pathname.toLowerCase().replace(/\/+$/, "") || "/", origin).href
}

/** True for the answer to somebody's search: endless pages that no search engine wants. */
export const isSearchResult = (search: string): boolean =>
  Boolean(new URLSearchParams(search).get("search")?.trim())
