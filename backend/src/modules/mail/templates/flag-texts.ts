/** What may be odd about a payment: what staff read about it, and what a person can do next, if anything. */
interface FlagText {
  what: string
  next: string | null
}

const FLAG_TEXTS: Readonly<Record<string, FlagText>> = {
  late: {
    what: "Late: money arrived after the quote had run out.",
    next: "Late money: if the goods are still to be had and the rate has not moved too far, accept it and send the order; otherwise refund it.",
  },
  short: {
    what: "Short: less than the amount due has arrived.",
    next: "Short payment: ask the buyer to send the rest, accept it as it is, or refund it. Agree with the buyer before more is sent.",
  },
  cancelled: {
    what: "Paid after cancelling: the order was cancelled by then, and its goods are back on sale.",
    next: "Cancelled order: refund the money or, if the buyer still wants the goods and they are there, place the order anew for them.",
  },
  paid_twice: {
    what: "Paid twice: the order was already paid through another quote.",
    next: "Paid twice: refund this payment. The order itself goes on as usual.",
  },
  undone_after_capture: {
    what: "Undone: the network took back a payment that is booked as captured.",
    next: "Undone payment: do not send the parcel. If the payment is mined again, the case closes by itself; if not, write to the buyer.",
  },
  overpaid: {
    what: "Overpaid: more than the amount due has arrived.",
    next: "Surplus: offer to refund it, or what is left of it after the network's fee.",
  },
  several_transactions: { what: "It came in several transactions.", next: null },
  dust_ignored: {
    what: "Amounts too small to be spent (dust) came as well and were not counted.",
    next: null,
  },
  replaced: { what: "At least one transaction was replaced or vanished, and is not counted.", next: null },
}

/** A flag in plain words; one that this table does not know is shown by its own name. */
export function flagText(flag: string): FlagText {
  const known = Object.hasOwn(FLAG_TEXTS, flag) ? FLAG_TEXTS[flag] : undefined
  return known ?? { what: `Also noted: ${flag.replaceAll("_", " ")}.`, next: null }
}
