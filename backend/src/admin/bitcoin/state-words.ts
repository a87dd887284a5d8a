type Colour = "green" | "orange" | "red" | "blue" | "grey"

const STATES: Readonly<Record<string, { words: string; colour: Colour }>> = {
  awaiting_payment: { words: "Waiting for the payment", colour: "orange" },
  underpaid: { words: "Part of it came, time is left", colour: "orange" },
  seen: { words: "Seen, not in a block yet", colour: "blue" },
  confirming: { words: "In a block, waiting for depth", colour: "blue" },
  confirmed: { words: "Paid", colour: "green" },
  expired: { words: "Ran out unpaid", colour: "grey" },
  review: { words: "Needs your decision", colour: "red" },
  cancelled: { words: "Closed: the order was cancelled", colour: "grey" },
  refunded: { words: "Given back", colour: "grey" },
}

/** An invoice's state in plain words, and how it looks; a state that is new here goes by its own name. */
export function stateWords(state: string): { words: string; colour: Colour } {
  return STATES[state] ?? { words: state, colour: "grey" }
}
