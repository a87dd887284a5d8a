import { MedusaError } from "@medusajs/framework/utils"
import type { Decision } from "../../modules/bitcoin-payment"

type Rejection = Extract<Decision, { ok: false }>["reason"]

/** Each refusal as a member of staff reads it, with the way out. */
const SENTENCES: Record<Rejection, string> = {
  no_invoice: "There is no such Bitcoin invoice.",
  paid: "This payment is taken already.",
  paid_by_another: "The order was paid by another of its invoices; give this money back.",
  older_quote: "There is a later invoice for this order; use that one.",
  refunded: "This money was given back; make a new invoice if the buyer wants to pay again.",
  nothing_received: "Nothing has been paid to this address.",
  not_confirmed: "The payment is not deep enough in the chain yet. Wait for its confirmations.",
  poll_first: "This was not looked at since the money came. Poll again, then decide.",
  still_open: "This invoice can still be paid.",
  money_received: "Money has come to this invoice: accept it or give it back first.",
  nothing_to_refund: "There is nothing (more) to give back here.",
  already_asked: "The buyer was asked for an address already.",
  no_surplus: "There is no surplus to keep.",
  exceeds_received: "That is more than came and was not given back yet.",
  already_recorded: "This transaction is recorded for this payment already.",
}

/** @throws MedusaError with the sentence, when a decision was refused */
export function expectDone(decision: Decision): void {
  if (!decision.ok) throw rejected(decision.reason)
}

/** The error that says why not. */
export function rejected(because: Rejection): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, SENTENCES[because])
}
