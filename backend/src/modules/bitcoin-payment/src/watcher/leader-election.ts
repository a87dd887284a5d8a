import { hostname } from "node:os"
import { holdAdvisoryLock, pause, type AdvisoryLock } from "./advisory-lock"

/** Postgres keys the lock by it. */
const NAME = "medusa-payment-bitcoin: the watcher"
/** How soon the leadership is taken over, and how long an unreachable database is left alone. */
const RETRY_MS = 1000

export interface Leadership {
  isHeld(): boolean
}

interface LeaderElection extends Pick<AdvisoryLock, "databaseUrl" | "onError"> {
  /** How long this process leaves the leadership to others first, in milliseconds. */
  afterMs: number
  onHeld: () => void
}

/** As long as this process lives. One process per database leads; when it ends, another takes over within two seconds. */
export function acquireLeadership({ afterMs, onHeld, ...lock }: LeaderElection): Leadership {
  let isHeld = false
  const compete = async () => {
    await pause(afterMs)
    for (;;) {
      await holdAdvisoryLock({
        ...lock,
        name: NAME,
        // Shows in pg_stat_activity which machine and process leads.
        applicationName: `bitcoin-watcher ${process.pid} ${hostname()}`,
        retryMs: RETRY_MS,
        timeoutMs: Number.POSITIVE_INFINITY,
        onHeld: () => {
          isHeld = true
          onHeld()
        },
      })
      isHeld = false
      await pause(RETRY_MS)
    }
  }
  void compete()
  return { isHeld: () => isHeld }
}
