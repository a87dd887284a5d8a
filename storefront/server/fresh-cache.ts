import { LRUCache } from "lru-cache"

interface FreshCacheOptions<Value extends object> {
  max: number
  /** For so long a value is served as it is. */
  freshMs: number
  /** For so long after that it is served once more while a new one is fetched; older than both, the asker waits. */
  staleMs: number
  /** Gets the value; `previous` is the one it had before, to revalidate instead of fetching whole. */
  load: (key: string, previous: Value | undefined, signal: AbortSignal) => Promise<Value>
  /** Told of a failure that readers do not see, because the previous value stood in. */
  onStaleServed: (key: string, failure: unknown) => void
  /** The clock in milliseconds, never 0. */
  now?: () => number
}

/**
 * Values kept for a moment: one flight a key however many ask, the old value while a new one is on its way,
 * and the old value again where none can be had.
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

  /** @throws what `load` throws, when there is no earlier value to stand in. */
  async get(key: string): Promise<Value> {
    const isServable = this.#cache.getRemainingTTL(key) >= -this.#staleMs
    const value = await this.#cache.fetch(key, { allowStale: isServable })
    if (value === undefined) throw new Error(`The fetch of ${key} was given up`)
    return value
  }
}
