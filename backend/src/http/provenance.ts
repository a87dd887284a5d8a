/** What decides whether a write comes from the shop's own pages. */
interface Provenance {
  /** The `Origin` header; browsers send it with every write. */
  origin: string | undefined
  /** The `Sec-Fetch-Site` header, which a page cannot forge. */
  fetchSite: string | undefined
  /** The host that was asked for, as the browser wrote it. */
  host: string | undefined
  publicUrl: string
}

/**
 * True for writes of our own pages and of programs that are no browser (they send neither header, and carry nobody's
 * cookies). `Origin` must be the shop's public address or the very host that was asked.
 */
export function isSameOrigin({ origin, fetchSite, host, publicUrl }: Provenance): boolean {
  if (fetchSite === "cross-site") return false
  if (origin !== undefined) return origin === publicUrl || (host !== undefined && hostOf(origin) === host)
  return fetchSite === undefined || fetchSite === "same-origin" || fetchSite === "none"
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}
