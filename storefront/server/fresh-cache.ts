import { LRUCache } from "lru-cache"

interface FreshCacheOptions<Value extends object> {
  max: number
  /** A value is served unchanged for this long. */
  freshMs: number
  /** For this long afterwards the old value is served while a new one is loaded. Later callers wait. */
  staleMs: number
  /** Loads the value. `previous` allows it to revalidate instead of loading everything. */
  load: (key: string, previous: Value | undefined, signal: AbortSignal) => Promise<Value>
  /** Called with a failure that readers do not see, because the previous value is served. */
  onStaleServed: (key: string, failure: unknown) => void
  /** The time in ms, never 0. */
  now?: () => number
}

/**
 * A cache for short periods: one request per key however many callers, stale values while revalidating, and the
 * previous value when loading fails.
 */
export class FreshCache<Value extends object> {
  readonly #cache: LRUCache<string, Value>
  readonly #staleMs: number

  constructor({
    max,
    freshMs,
    staleMs,
    load,
    onStaleServed,
    now = () => performance.now(),
  }: FreshCacheOptions<Value>) {
    this.#staleMs = staleMs
    this.#cache = new LRUCache<string, Value>({
      max,
      ttl: freshMs,
      ttlResolution: 0,
      perf: { now },
      noDeleteOnStaleGet: true,
      fetchMethod: async (key, previous, { signal }) => {
        try {
          return await load(key, previous, signal)
        } catch (failure) {
          if (!previous) throw failure
          onStaleServed(key, failure)
          return previous
        }
      },
    })
  }

  /** @throws what `load` throws, when there is no previous value */
  async get(key: string): Promise<Value> {
    const isServable = this.#cache.getRemainingTTL(key) >= -this.#staleMs
    const value = await this.#cache.fetch(key, { allowStale: isServable })
    if (value === undefined) throw new Error(`Loading ${key} was aborted`)
    return value
  }
}
