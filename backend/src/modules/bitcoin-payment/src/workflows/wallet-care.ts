import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { BITCOIN_PAYMENT, type OwnPaymentRejection } from "../modules/bitcoin-payment"
import { findMember } from "medusa-payments/review"

/** `own_payment`: an address for a payment of the merchant's own, which ends the run; repeated, it looks for that payment. */
export const walletChangeSchema = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("set_gap_limit"),
    gap_limit: z
      .int("Write a whole number.")
      .min(20, "Every wallet shows 20.")
      .max(1_000_000, "Write a million at most."),
  }),
  z.object({ action: z.literal("own_payment") }),
])

export async function readWallet(container: MedusaContainer) {
  const { unpaid, limit, change, ownAddress } = await container.resolve(BITCOIN_PAYMENT).walletCare.state()
  const time = (at: number) => new Date(at).toISOString()
  return {
    unpaid_in_a_row: unpaid,
    /** How many the wallet's software shows; null: no limit is set. */
    gap_limit: limit,
    /** Who set it here; null: the option `gapLimit` applies. */
    gap_limit_set: change && { by: change.by, at: time(change.at) },
    own_address: ownAddress && {
      address: ownAddress.address,
      created_at: time(ownAddress.createdAt),
      seen_at: ownAddress.seenAt === null ? null : time(ownAddress.seenAt),
      is_open: ownAddress.isOpen,
    },
  }
}

const REJECTIONS: Readonly<Record<OwnPaymentRejection, string>> = {
  no_run: "The last address that was given out is paid: there is nothing to end.",
  out_of_reach:
    "The wallet's software does not show the next address. Raise its gap limit first, and say so here.",
}

/** @throws MedusaError `not_found` for another caller than a user, `not_allowed` with a sentence */
export async function changeWallet(
  container: MedusaContainer,
  userId: string,
  change: z.output<typeof walletChangeSchema>,
): Promise<void> {
  const { walletCare } = container.resolve(BITCOIN_PAYMENT)
  const by = await findMember(container, userId)
  if (change.action === "set_gap_limit") return walletCare.setGapLimit(change.gap_limit, by)
  const result = await walletCare.ownPayment(by)
  if (!result.ok)
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, REJECTIONS[result.reason], result.reason)
}
