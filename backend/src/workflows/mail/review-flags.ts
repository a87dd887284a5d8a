/** What of an invoice decides why it needs a person. */
export interface ReviewedInvoice {
  dueSats: bigint
  receivedSats: bigint
  isCaptured: boolean
  closed: "expired" | "cancelled" | null
  /** What the evaluator noted of it, as the open case keeps it: names joined by commas, or nothing. */
  caseReason: string
}

/**
 * Why an invoice is in review. The evaluator's own flags, and what can only be told beside them: too little money, an
 * order that was cancelled, or one that another quote has paid.
 */
export function reviewFlags(invoice: ReviewedInvoice, isPaidByAnother: boolean): string[] {
  const noted = invoice.caseReason.split(",").map((flag) => flag.trim())
  const isShort = !invoice.isCaptured && invoice.receivedSats < invoice.dueSats
  return [
    ...(isPaidByAnother ? ["paid_twice"] : []),
    ...(invoice.closed === "cancelled" ? ["cancelled"] : []),
    ...(isShort ? ["short"] : []),
    ...noted.filter((flag) => flag !== "" && flag !== "short"),
  ]
}

const TOLD_TO_BUYERS = ["late", "short", "cancelled", "paid_twice"] as const

/** The part of them that concerns the buyer, each once, the most telling first. */
export function buyersReasons(flags: readonly string[]): (typeof TOLD_TO_BUYERS)[number][] {
  return TOLD_TO_BUYERS.filter((reason) => flags.includes(reason))
}
