import { ChainUnavailable, type ChainSource } from "../ports/chain-source"
import type { Connection } from "medusa-payments/database"
import {
  changeGapLimit,
  lastGapLimitChange,
  markOwnAddressSeen,
  newestOwnAddress,
  takeOwnAddress,
  type GapLimitChange,
  type OwnAddress,
  type StaffMember,
} from "../repository/wallet-care"
import { unpaidRun } from "../repository/wallets"
import { AddressesUnavailable } from "./address-pool"
import type { createGapGuard } from "./gap-guard"
import type { createQuotes } from "./quotes"

interface Parts {
  readonly db: Connection
  readonly chain: Pick<ChainSource, "hasHistory">
  readonly opening: ReturnType<typeof createQuotes>["opening"]
  readonly wallet: () => Promise<{ readonly id: string }>
  readonly gapGuard: Pick<ReturnType<typeof createGapGuard>, "currentRun">
}

export interface WalletState {
  readonly unpaid: number
  /** How many unused addresses in a row the wallet's software scans; null: no limit. */
  readonly limit: number | null
  /** Null: the limit is that of the settings. */
  readonly change: GapLimitChange | null
  readonly ownAddress: OwnAddress | null
}

/** `no_run`: every address is paid · `out_of_reach`: the wallet's software does not show the next address */
export type OwnPaymentRejection = "no_run" | "out_of_reach"
type OwnPayment =
  | { readonly ok: true; readonly ownAddress: OwnAddress }
  | { readonly ok: false; readonly reason: OwnPaymentRejection }

/** An address is never given out twice; a payment of the merchant's own to the next one ends the run as a buyer's would. */
export function createWalletCare({ db, chain, opening, wallet, gapGuard }: Parts) {
  async function takeOne(walletId: string, by: StaffMember): Promise<OwnPayment> {
    const [run, { unpaid }] = await Promise.all([gapGuard.currentRun(), unpaidRun(db, walletId)])
    if (unpaid === 0) return { ok: false, reason: "no_run" }
    if (run !== null && run.unpaid >= run.limit) {
      // A call at the same time may have taken the last address in reach: it is this one's, too.
      const taken = await newestOwnAddress(db, walletId)
      return taken?.isOpen === true ? { ok: true, ownAddress: taken } : { ok: false, reason: "out_of_reach" }
    }
    const { parts, withVerifiedAddress } = await opening()
    return {
      ok: true,
      ownAddress: await withVerifiedAddress(() => takeOwnAddress(db, walletId, by, parts.addressAt)),
    }
  }

  async function isUsed(address: string): Promise<boolean> {
    try {
      return await chain.hasHistory(address)
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error
      throw new AddressesUnavailable(error.message, { cause: error })
    }
  }

  return {
    state: async (): Promise<WalletState> => {
      const { id } = await wallet()
      const [{ unpaid }, run, change, ownAddress] = await Promise.all([
        unpaidRun(db, id),
        gapGuard.currentRun(),
        lastGapLimitChange(db, id),
        newestOwnAddress(db, id),
      ])
      return { unpaid, limit: run?.limit ?? null, change, ownAddress }
    },
    /** Staff say how many unused addresses in a row their wallet's software scans now. It applies at once. */
    setGapLimit: async (limit: number, by: StaffMember): Promise<void> =>
      changeGapLimit(db, (await wallet()).id, limit, by),
    /** Once this payment is known the run has ended, and the next call is about a new one. @throws BitcoinUnavailable */
    ownPayment: async (by: StaffMember): Promise<OwnPayment> => {
      const { id } = await wallet()
      const last = await newestOwnAddress(db, id)
      if (last?.isOpen !== true) return takeOne(id, by)
      if (!(await isUsed(last.address))) return { ok: true, ownAddress: last }
      return { ok: true, ownAddress: await markOwnAddressSeen(db, last) }
    },
  }
}
