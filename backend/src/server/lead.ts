import { hostname } from "node:os"
import { holdClaim, pause, type Claim } from "./advisory-claim"

/** The name under which processes stand for the lead; `docs/operating.md` asks Postgres who has it. */
const NAME = "bramble-and-comb: the watcher"
/** How soon the lead is taken over, and how long a database that is away is left alone. */
const RETRY_MS = 1000

export interface Lead {
  /** Whether this process leads now. */
  isHeld(): boolean
}

interface Candidacy extends Pick<Claim, "databaseUrl" | "onTrouble"> {
  /** How long this process lets others go first, in milliseconds. */
  afterMs: number
  onHeld: () => void
}

/**
 * Stands for the lead for as long as this process lives: of all processes at one database one has it at a time, and
 * when that one ends, however it ends, another gets it within a second or two.
 */
export function standForLead({ afterMs, onHeld, ...claim }: Candidacy): Lead {
  let isHeld = false
  const stand = async () => {
    await pause(afterMs)
    for (;;) {
      await holdClaim({
        ...claim,
        name: NAME,
        // Says to who looks which machine and process has the lead.
        applicationName: `shop-watcher ${process.pid} ${hostname()}`,
        retryMs: RETRY_MS,
        patienceMs: Number.POSITIVE_INFINITY,
        onHeld: () => {
          isHeld = true
          onHeld()
        },
      })
      isHeld = false
      await pause(RETRY_MS)
    }
  }
  void stand()
  return { isHeld: () => isHeld }
}
