import { MedusaError } from "@medusajs/framework/utils"
import type { Decision } from "../../modules/bitcoin-payment"

type Refusal = Extract<Decision, { ok: false }>["because"]

/** Each refusal as a member of staff reads it, with the way out. */
const SENTENCES: Record<Refusal, string> = {
  no_invoice: "There is no such Bitcoin invoice.",
  paid: "This payment is taken already.",
  paid_by_another: "The order was paid by another of its invoices; give this money back.",
  older_quote: "There is a later invoice for this order; use that one.",
  given_back: "This money was given back; make a new invoice if the buyer wants to pay again.",
  nothing_came: "Nothing has been paid to this address.",
  not_deep_enough: "The payment is not deep enough in the chain yet. Wait for its confirmations.",
  poll_first: "This invoice was not polled since the money arrived. Check now, then decide.",
  still_open: "This invoice can still be paid.",
  money_came: "Money has come to this invoice: accept it or give it back first.",
  nothing_to_refund: "There is nothing (more) to give back here.",
  asked_already: "The buyer was asked for an address already.",
  no_surplus: "There is no surplus to keep.",
  more_than_came: "That is more than came and was not given back yet.",
  recorded_already: "This transaction is recorded for this payment already.",
}

/** @throws MedusaError with the sentence, when a decision was refused */
export function expectDone(decision: Decision): void {
  if (!decision.ok) throw refused(decision.because)
}

/** The error that says why not. */
export function refused(because: Refusal): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, SENTENCES[because])
}
