import type { BitcoinPayment } from "../api"
import { missingOf, toMinor } from "./amounts"

type Labelled = Parameters<typeof missingOf>[0] &
  Pick<BitcoinPayment, "state" | "captured" | "reasons" | "refunds" | "refundable" | "surplus">

type Label =
  | { key: `states.${BitcoinPayment["state"]}`; amount: null; colour: Colour }
  | { key: "labels.partlyRefunded" | "labels.refundDue"; amount: null; colour: Colour }
  | { key: "labels.underpaidBy" | "labels.overpaidBy"; amount: string; colour: Colour }
type Colour = "green" | "blue" | "orange" | "red" | "grey"

const COLOURS: Record<BitcoinPayment["state"], Colour> = {
  awaiting_payment: "orange",
  underpaid: "orange",
  seen: "blue",
  confirming: "blue",
  confirmed: "green",
  expired: "grey",
  review: "red",
  cancelled: "grey",
  refunded: "grey",
}

/** What staff read first about a payment. Green means that nothing is left to do about the money. */
export function paymentLabel(payment: Labelled): Label {
  const { state, captured, currency, reasons, refunds } = payment
  const isAbove = (amount: string) => toMinor(amount, currency) > 0n
  if (state === "confirmed" && captured && reasons.includes("order_cancelled") && isAbove(payment.refundable))
    return { key: "labels.refundDue", amount: null, colour: "red" }
  if (state === "confirmed" && isAbove(payment.surplus))
    return { key: "labels.overpaidBy", amount: payment.surplus, colour: "orange" }
  if (state === "confirmed" && refunds.length > 0)
    return { key: "labels.partlyRefunded", amount: null, colour: "blue" }
  const missing = state === "underpaid" ? missingOf(payment) : null
  if (missing !== null) return { key: "labels.underpaidBy", amount: missing.amount, colour: "orange" }
  return { key: `states.${state}`, amount: null, colour: COLOURS[state] }
}
