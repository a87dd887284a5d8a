import { LRUCache } from "lru-cache"
import { cacheReads } from "./metrics"

interface FreshCacheOptions<Value extends object> {
  name: string
  max: number
  /** Limits the total size of the values [none]. Larger values than that are loaded each time. */
  size?: { maxBytes: number; bytesOf: (value: Value) => number }
  freshMs: number
  /** For this long afterwards the old value is served while a new one is loaded. Later callers wait. */
  staleMs: number
  /** Loads the value. `previous` allows it to revalidate instead of loading everything. */
  load: (key: string, previous: Value | undefined) => Promise<Value>
  /** After a failure with a previous value: returns what to serve, or throws. */
  instead: (key: string, previous: Value, failure: unknown) => Value
  /** The time in ms, never 0. */
  now?: () => number
}

/** One request per key however many callers, stale values while revalidating, and the previous value after a failure. */
export class FreshCache<Value extends object> {
  readonly #cache: LRUCache<string, Value>
  readonly #staleMs: number
  readonly #name: string
  readonly #freshReads: { inc(): void }

  constructor({
    name,
    max,
    size,
    freshMs,
    staleMs,
    load,
    instead,
    now = () => performance.now(),
  }: FreshCacheOptions<Value>) {
    this.#staleMs = staleMs
    this.#name = name
    this.#freshReads = cacheReads.labels({ cache: name, result: "fresh" })
    this.#cache = new LRUCache<string, Value>({
      max,
      ...(size && { maxSize: size.maxBytes, sizeCalculation: (value) => Math.max(1, size.bytesOf(value)) }),
      ttl: freshMs,
      ttlResolution: 0,
      perf: { now },
      noDeleteOnStaleGet: true,
      fetchMethod: async (key, previous) => {
        try {
          return await load(key, previous)
        } catch (failure) {
          if (!previous) throw failure
          const value = instead(key, previous, failure)
          cacheReads.inc({ cache: name, result: "outdated" })
          return value
        }
      },
    })
  }

  fresh(key: string): Value | undefined {
    const value = this.#cache.get(key)
    if (value) this.#freshReads.inc()
    return value
  }

  /** @throws what `load` throws, when there is no previous value */
  async get(key: string): Promise<Value> {
    const isServable = this.#cache.getRemainingTTL(key) >= -this.#staleMs
    const status: LRUCache.Status<string, Value> = {}
    const found = this.#cache.fetch(key, { allowStale: isServable, status })
    const result = status.returnedStale ? "stale" : status.fetch === "hit" ? "fresh" : "loaded"
    cacheReads.inc({ cache: this.#name, result })
    const value = await found
    if (value === undefined) throw new Error(`Loading ${key} was aborted`)
    return value
  }
}
