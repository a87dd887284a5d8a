import { MedusaError } from "@medusajs/framework/utils"
import type { ActionRejection } from "../modules/bitcoin-payment"

/** Why an action is not possible, and what to do instead. */
const REJECTIONS: Record<ActionRejection, string> = {
  no_invoice: "There is no such Bitcoin invoice.",
  paid: "This payment is accepted already.",
  paid_by_another: "The order was paid by another payment; refund this one.",
  older_quote: "There is a later invoice for this order; use that one.",
  refunded: "This payment was refunded; renew the quote if the buyer wants to pay again.",
  nothing_received: "Nothing was received at this address.",
  not_confirmed: "The payment does not have enough confirmations yet. Wait for them.",
  poll_first: "This invoice was not polled since the money arrived. Check now, then decide.",
  still_open: "This invoice can still be paid.",
  money_received: "This invoice received money: accept or refund it first.",
  nothing_to_refund: "There is nothing (more) to refund here.",
  already_asked: "The buyer was asked for an address already.",
  no_surplus: "There is no surplus to keep.",
  no_earlier_money: "There is no money from before the order to explain.",
  exceeds_received: "That is more than was received and not refunded yet.",
  already_recorded: "This transaction is recorded for this payment already.",
}

/** The error that explains to staff why an action is not possible. */
export function rejected(reason: ActionRejection): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, REJECTIONS[reason], reason)
}

/** @throws MedusaError `not_allowed` with a sentence for staff when the action was rejected */
export function assertPerformed(result: { ok: true } | { ok: false; reason: ActionRejection }): void {
  if (!result.ok) throw rejected(result.reason)
}
