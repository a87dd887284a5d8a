import { clockWarning } from "../domain/clock-offset"
import type { Wallet } from "../domain/stored-invoice"
import type { ChainSource } from "../ports/chain-source"
import type { Clock } from "../ports/clock"
import type { Connection } from "medusa-payments/database"
import { lastPoll } from "../repository/wallet-polls"

/** Blocks come every ten minutes on average; a pause this long happens a few times a year. */
const OLD_TIP_MINUTES = 90

interface HealthParts {
  readonly db: Connection
  readonly chain: Pick<ChainSource, "name">
  readonly clock: Clock
  readonly wallet: () => Promise<Wallet>
  readonly staleAfterSeconds: number
}

export interface WatcherHealth {
  readonly ok: boolean
  /** The start of the last successful poll; null before the first. */
  readonly lastPollAt: number | null
  readonly failure: string | null
  readonly detail: string
}

export function createHealth({ db, chain, clock, wallet, staleAfterSeconds }: HealthParts) {
  return {
    ofWatcher: async (): Promise<WatcherHealth> => {
      const { at, failure, failingSince } = await lastPoll(db, (await wallet()).id)
      const since = failingSince === null ? "" : ` since ${new Date(failingSince).toISOString()}`
      const trouble = failure === null ? "" : `${failure}${since}.`
      if (at === null)
        return {
          ok: false,
          lastPollAt: null,
          failure,
          detail: trouble || "The chain has not been polled yet.",
        }
      const seconds = Math.round((clock() - at) / 1000)
      return {
        ok: seconds <= staleAfterSeconds,
        lastPollAt: at,
        failure,
        detail: `The chain was last polled ${seconds} s ago. ${trouble}`.trim(),
      }
    },
    /** When one of two sources fails, its clock is wrong, or no block came for so long that it may be cut off; else null. */
    chainWarning: async (): Promise<string | null> => {
      const { id, network } = await wallet()
      const { source, tipTime, clockOffset, sourceFailure, sourceFailingSince } = await lastPoll(db, id)
      if (sourceFailure !== null && sourceFailingSince !== null)
        return `${sourceFailure}, since ${new Date(sourceFailingSince).toISOString()}. Orders that need two sources wait and do not expire.`
      const warning = clockWarning(source ?? chain.name, clockOffset)
      if (warning !== null) return warning
      if (tipTime === null || network === "regtest") return null
      const minutes = Math.round((clock() - tipTime) / 60_000)
      if (minutes <= OLD_TIP_MINUTES) return null
      return `The newest block of ${chain.name} is ${minutes} minutes old; compare it with a block explorer.`
    },
  }
}
