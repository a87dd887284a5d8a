type Colour = "green" | "orange" | "red" | "blue" | "grey"

const STATES: Readonly<Record<string, { label: string; colour: Colour }>> = {
  awaiting_payment: { label: "Awaiting payment", colour: "orange" },
  underpaid: { label: "Underpaid, time left", colour: "orange" },
  seen: { label: "Seen, unconfirmed", colour: "blue" },
  confirming: { label: "Confirming", colour: "blue" },
  confirmed: { label: "Paid", colour: "green" },
  expired: { label: "Expired", colour: "grey" },
  review: { label: "Needs your decision", colour: "red" },
  cancelled: { label: "Cancelled with the order", colour: "grey" },
  refunded: { label: "Refunded", colour: "grey" },
}

/** An invoice's state in plain words, and how it looks; a state that is new here goes by its own name. */
export function stateLabel(state: string): { label: string; colour: Colour } {
  return STATES[state] ?? { label: state, colour: "grey" }
}
