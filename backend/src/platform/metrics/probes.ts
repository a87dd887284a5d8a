import { performance } from "node:perf_hooks"
import { Gauge } from "prom-client"
import { metrics } from "./metrics"

/** Something that is read when Prometheus asks, because no event of this process tells it. */
export interface Probe {
  readonly name: string
  /** A value that is not older is not read again, however often Prometheus asks. */
  readonly maxAgeMs: number
  /** What `read` sets. Without values until the first success, and again after a failure. */
  readonly gauges: readonly Gauge[]
  readonly read: () => Promise<void>
}

export const probeSuccess = new Gauge({
  name: "shop_probe_success",
  help: "1 when the values of this probe could be read, 0 when not; then they are missing.",
  labelNames: ["probe"],
  registers: [metrics],
})

/** Prometheus waits for ten seconds. */
const TIMEOUT_MS = 4000

/** The result never rejects, and concurrent calls share one read. `onFailure` runs once until the next success. */
export function createProbes(
  probes: readonly Probe[],
  onFailure: (name: string, error: unknown) => void,
  { now = () => performance.now(), timeoutMs = TIMEOUT_MS } = {},
): () => Promise<void> {
  const readers = probes.map((probe) => {
    clear(probe)
    let readAt = -Infinity
    let isFailing = false
    let inProgress: Promise<void> | null = null
    const read = async () => {
      try {
        await withTimeout(probe.read(), timeoutMs)
        isFailing = false
      } catch (error) {
        clear(probe)
        if (!isFailing) onFailure(probe.name, error)
        isFailing = true
      }
      probeSuccess.set({ probe: probe.name }, isFailing ? 0 : 1)
      // Also after a failure: a database in trouble is not asked more often.
      readAt = now()
    }
    return async () => {
      if (now() - readAt < probe.maxAgeMs) return
      inProgress ??= read().finally(() => (inProgress = null))
      await inProgress
    }
  })
  return async () => {
    await Promise.all(readers.map((read) => read()))
  }
}

/** A missing value is better than the last one, which looks like the present. */
function clear({ gauges }: Probe): void {
  for (const gauge of gauges) {
    gauge.reset()
    // A gauge without labels would be 0.
    gauge.remove({})
  }
}

function withTimeout(work: Promise<void>, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
