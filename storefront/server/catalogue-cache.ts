import { SEARCH_CORRECTION_HEADER } from "@shop/contracts"
import type { Transport } from "../src/api/request"
import { CompressedText } from "./compressed-text"
import { FreshCache } from "./fresh-cache"
import { currentRequestId } from "./logging"

export interface CatalogueAnswer {
  status: number
  headers: Record<string, string>
  body: CompressedText
  /** Whether it is older than the cache allows, because the backend fails. */
  isOutdated: boolean
}

/** The backend failed, and there is no previous answer to serve. It may have said why. */
export class BackendFailure extends Error {
  readonly answer: CatalogueAnswer
  constructor(path: string, answer: CatalogueAnswer) {
    super(`The backend answered ${answer.status} for ${path}`)
    this.answer = answer
  }
}

/**
 * A change by staff appears within two seconds, on pages too. Before this the backend's catalogue is at most half a second
 * old, and takes another 0.7 s to be read again with 10,000 products; after it a page is kept for half a second.
 */
const FRESH_MS = 250
const STALE_MS = 500
const MAX_ANSWERS = 2000
/** Of texts. Their compressed forms add about a third. */
const MAX_BYTES = 128 * 1024 * 1024
const TIMEOUT_MS = 5000
const NOT_MODIFIED = 304
const LIST_HEADERS = ["link", "x-total-count", SEARCH_CORRECTION_HEADER]
const KEPT_HEADERS = ["content-type", "cache-control", "etag", ...LIST_HEADERS]
/** An old price of bitcoin is worse than none. */
const NEVER_OUTDATED = "/api/bitcoin/rate"

interface CatalogueCacheOptions {
  backendUrl: string
  onOutdatedServed: (path: string, failure: unknown) => void
  fetchFrom?: typeof fetch
  now?: () => number
}

export interface CatalogueCache {
  /** Reads a path with its query. @throws BackendFailure, or what `fetch` throws */
  read: (path: string) => Promise<CatalogueAnswer>
  fresh: (path: string) => CatalogueAnswer | undefined
}

/** It is shared by all readers and must never carry personal data. */
export function createCatalogueCache({
  backendUrl,
  onOutdatedServed,
  fetchFrom = fetch,
  now,
}: CatalogueCacheOptions): CatalogueCache {
  const answers = new FreshCache<CatalogueAnswer>({
    name: "catalogue",
    max: MAX_ANSWERS,
    size: { maxBytes: MAX_BYTES, bytesOf: ({ body }) => body.text.length },
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    ...(now && { now }),
    instead: (path, previous, failure) => {
      if (path.startsWith(NEVER_OUTDATED)) throw failure
      onOutdatedServed(path, failure)
      return { ...previous, isOutdated: true }
    },
    load: async (path, previous) => {
      // Of the first reader that waits for it.
      const requestId = currentRequestId()
      const etag = previous?.headers["etag"]
      const response = await fetchFrom(new URL(path, backendUrl), {
        headers: {
          accept: "application/json",
          ...(requestId !== undefined && { "x-request-id": requestId }),
          ...(etag !== undefined && { "if-none-match": etag }),
        },
        // Not within AbortSignal.any: Node 20 forgets a timeout that only such a signal refers to.
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const { status } = response
      const headers = keptHeaders(response.headers)
      if (status === NOT_MODIFIED && previous)
        return {
          ...previous,
          headers: { ...withoutListHeaders(previous.headers), ...headers },
          isOutdated: false,
        }
      const answer = {
        status,
        headers,
        body: new CompressedText(await response.text()),
        isOutdated: false,
      }
      if (status >= 500) throw new BackendFailure(path, answer)
      return answer
    },
  })
  return { read: (path) => answers.get(path), fresh: (path) => answers.fresh(path) }
}

export function catalogueTransport(read: (path: string) => Promise<CatalogueAnswer>): Transport {
  return async (path, init) => {
    if (init?.method && init.method !== "GET") throw new Error("Pages are rendered from reads only")
    const { status, headers, body } = await read(path)
    return new Response(body.text, { status, headers })
  }
}

/** A part of a list can stay the same while its totals and next page change: a 304 tells these headers anew. */
const withoutListHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !LIST_HEADERS.includes(name)))

const keptHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
