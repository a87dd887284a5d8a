import { holdAdvisoryLock, pause, type AdvisoryLock } from "medusa-payment-bitcoin/watcher"

const NAME = "shop: one backend process without Redis"
const RETRY_MS = 250

export const SECOND_PROCESS_SENTENCE =
  "Another backend process already serves this database. Two of them need Redis to agree on locks and events: " +
  "set REDIS_URL for both, or stop the other one."

export const SPLIT_WORKER_SENTENCE =
  "MEDUSA_WORKER_MODE says that this process is one half of the shop, and without Redis the halves cannot find each " +
  "other: set REDIS_URL for both, or leave MEDUSA_WORKER_MODE out."

interface SingleInstanceLock extends Pick<AdvisoryLock, "databaseUrl" | "onError"> {
  /** Milliseconds: a restart overlaps with the process it replaces, and Postgres notices a kill -9 late. */
  timeoutMs: number
  onTaken: () => void
}

/** Reserves the database for this process as long as it lives. When the connection breaks, the lock is acquired again. */
export async function acquireSingleInstanceLock({ onTaken, ...lock }: SingleInstanceLock): Promise<void> {
  for (;;) {
    const held = await holdAdvisoryLock({
      ...lock,
      name: NAME,
      applicationName: "shop-single-instance",
      retryMs: RETRY_MS,
    })
    if (held === "taken") {
      onTaken()
      return
    }
    await pause(held === "unreachable" ? lock.timeoutMs : RETRY_MS)
  }
}
