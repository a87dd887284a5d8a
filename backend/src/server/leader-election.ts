import { hostname } from "node:os"
import { holdAdvisoryLock, pause, type AdvisoryLock } from "./advisory-lock"

/** The name under which processes stand for the lead; `docs/operating.md` asks Postgres who has it. */
const NAME = "bramble-and-comb: the watcher"
/** How soon the lead is taken over, and how long a database that is away is left alone. */
const RETRY_MS = 1000

export interface Leadership {
  /** Whether this process leads now. */
  isHeld(): boolean
}

interface LeaderElection extends Pick<AdvisoryLock, "databaseUrl" | "onError"> {
  /** How long this process lets others go first, in milliseconds. */
  afterMs: number
  onHeld: () => void
}

/**
 * Stands for the lead for as long as this process lives: of all processes at one database one has it at a time, and
 * when that one ends, however it ends, another gets it within a second or two.
 */
export function acquireLeadership({ afterMs, onHeld, ...claim }: LeaderElection): Leadership {
  let isHeld = false
  const compete = async () => {
    await pause(afterMs)
    for (;;) {
      await holdAdvisoryLock({
        ...claim,
        name: NAME,
        // Says to who looks which machine and process has the lead.
        applicationName: `shop-watcher ${process.pid} ${hostname()}`,
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
