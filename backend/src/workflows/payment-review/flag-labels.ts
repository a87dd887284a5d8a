/** Why a payment needs a person, as staff read it. */
const LABELS: Readonly<Record<string, string>> = {
  short: "too little came",
  late: "it came late",
  cancelled: "the order was cancelled",
  paid_twice: "the order was paid twice",
  overpaid: "too much came",
  several_transactions: "in several transactions",
  dust_ignored: "specks too small to count came with it",
  replaced: "a transaction of it was replaced or lost",
  undone_after_capture: "the chain took it back after it was captured",
}

/** Flags as the tables keep them, in words; one that has none is shown as it is. */
export function flagLabels(flags: readonly string[]): string {
  const words = flags.map((flag) => LABELS[flag] ?? flag.replaceAll("_", " "))
  const sentence = words.join("; ")
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
