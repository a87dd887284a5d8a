import type { Transport } from "../src/api/request"
import { FreshCache } from "./fresh-cache"
import { currentRequestId } from "./request-context"

interface CachedResponse {
  status: number
  headers: Record<string, string>
  etag: string | null
  body: string
}

/** Together with the page cache, a change by staff appears within two seconds. */
const FRESH_MS = 500
const STALE_MS = 500
const MAX_RESPONSES = 2000
const TIMEOUT_MS = 5000
const NOT_MODIFIED = 304
/** The headers that pages use. */
const KEPT_HEADERS = ["content-type", "link", "x-total-count"]

interface CatalogueTransportOptions {
  backendUrl: string
  /** Called when the backend has failed and readers get the previous answer. */
  onStaleServed: (path: string, failure: unknown) => void
  fetchFrom?: typeof fetch
  /** The time in ms. */
  now?: () => number
}

/**
 * Reads /api for rendering pages: anonymous, cached for about a second, revalidated by ETag. It must never carry
 * personal data, and it rejects writes.
 */
export function createCatalogueTransport({
  backendUrl,
  onStaleServed,
  fetchFrom = fetch,
  now,
}: CatalogueTransportOptions): Transport {
  const responses = new FreshCache<CachedResponse>({
    name: "catalogue",
    max: MAX_RESPONSES,
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    onStaleServed,
    ...(now && { now }),
    load: async (path, previous, signal) => {
      // Of the first reader that waits for it.
      const requestId = currentRequestId()
      const response = await fetchFrom(new URL(path, backendUrl), {
        headers: {
          accept: "application/json",
          ...(requestId !== undefined && { "x-request-id": requestId }),
          ...(previous?.etag && { "if-none-match": previous.etag }),
        },
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
    if (init?.method && init.method !== "GET") throw new Error("Pages are rendered from reads only")
    const { status, headers, body } = await responses.get(path)
    return new Response(body, { status, headers })
  }
}

/** A part of a list can stay the same while the totals change, so a 304 updates these headers. */
const keptHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
