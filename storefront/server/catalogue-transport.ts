import type { Transport } from "../src/api/transport"
import { FreshCache } from "./fresh-cache"

interface Answer {
  status: number
  contentType: string
  etag: string | null
  body: string
}

/** Together with the pages' own cache, a change by staff shows within two seconds. */
const FRESH_MS = 500
const STALE_MS = 500
const MOST_ANSWERS = 2000
const TIMEOUT_MS = 5000
const NOT_MODIFIED = 304

interface CatalogueTransportOptions {
  backendUrl: string
  /** Told when the backend failed and readers got the answer before. */
  onBridged: (path: string, failure: unknown) => void
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
  onBridged,
  fetchFrom = fetch,
  now,
}: CatalogueTransportOptions): Transport {
  const answers = new FreshCache<Answer>({
    max: MOST_ANSWERS,
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    onBridged,
    ...(now && { now }),
    load: async (path, previous, signal) => {
      const response = await fetchFrom(new URL(path, backendUrl), {
        headers: { accept: "application/json", ...(previous?.etag && { "if-none-match": previous.etag }) },
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      if (response.status === NOT_MODIFIED && previous) return { ...previous }
      if (response.status >= 500) throw new Error(`The backend answered ${response.status} for ${path}`)
      return {
        status: response.status,
        contentType: response.headers.get("content-type") ?? "application/json",
        etag: response.headers.get("etag"),
        body: await response.text(),
      }
    },
  })
  return async (path, init) => {
    if (init?.method && init.method !== "GET") throw new Error("Pages are drawn from reads alone")
    const { status, contentType, body } = await answers.get(path)
    return new Response(body, { status, headers: { "content-type": contentType } })
  }
}
