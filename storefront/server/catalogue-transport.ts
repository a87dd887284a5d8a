import type { Transport } from "../src/api/request"
import { FreshCache } from "./fresh-cache"

interface CachedResponse {
  status: number
  headers: Record<string, string>
  etag: string | null
  body: string
}

/** Together with the pages' own cache, a change by staff shows within two seconds. */
const FRESH_MS = 500
const STALE_MS = 500
const MAX_RESPONSES = 2000
const TIMEOUT_MS = 5000
const NOT_MODIFIED = 304
/** What a page is drawn from: the rest is between two servers. */
const KEPT_HEADERS = ["content-type", "link", "x-total-count"]

interface CatalogueTransportOptions {
  backendUrl: string
  /** Told when the backend failed and readers got the answer before. */
  onStaleServed: (path: string, failure: unknown) => void
  fetchFrom?: typeof fetch
  /** The clock in milliseconds. */
  now?: () => number
}

/**
 * Reads of /api for drawing pages: anonymous, kept for about a second, revalidated by ETag.
 * Nothing personal may ever go through it, and nothing that writes can.
 */
export function createCatalogueTransport({
  backendUrl,
  onStaleServed,
  fetchFrom = fetch,
  now,
}: CatalogueTransportOptions): Transport {
  const responses = new FreshCache<CachedResponse>({
    max: MAX_RESPONSES,
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    onStaleServed,
    ...(now && { now }),
    load: async (path, previous, signal) => {
      const response = await fetchFrom(new URL(path, backendUrl), {
        headers: { accept: "application/json", ...(previous?.etag && { "if-none-match": previous.etag }) },
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      const headers = keptHeaders(response.headers)
      if (response.status === NOT_MODIFIED && previous)
        return { ...previous, headers: { ...previous.headers, ...headers } }
      if (response.status >= 500) throw new Error(`The backend answered ${response.status} for ${path}`)
      return {
        status: response.status,
        headers,
        etag: response.headers.get("etag"),
        body: await response.text(),
      }
    },
  })
  return async (path, init) => {
    if (init?.method && init.method !== "GET") throw new Error("Pages are drawn from reads alone")
    const { status, headers, body } = await responses.get(path)
    return new Response(body, { status, headers })
  }
}

/** A page of a list may stay the same while what is said about the whole list changes, so a 304 brings these anew. */
const keptHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
