import type { Invoice, InvoiceState, Milliseconds } from "./invoice"

const SECOND: Milliseconds = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** With every poll: a payment is likely now, or a transaction was missed once and is asked for again. */
export const HOT: Milliseconds = 0
export const WARM = 10 * SECOND
const COOL = 40 * SECOND

export interface ScheduledInvoice extends Pick<Invoice, "createdAt" | "expiresAt" | "closed"> {
  readonly state: InvoiceState
  readonly confirmations: number
  readonly deadline: Milliseconds
  readonly heldUntil: Milliseconds
}

/**
 * Under a request budget these intervals are weights: all stretch by the same factor. A new block makes the unsettled ones due
 * before (`requestPollsForBlock`). `everything`: the source reports new money, so only what time can change is due.
 */
export function nextPollAt(
  invoice: ScheduledInvoice,
  now: Milliseconds,
  sees: "everything" | "addresses",
): Milliseconds {
  const next = now + (sees === "everything" ? ofChanges(invoice) : ofAddress(invoice, now))
  const isOpen = invoice.state === "awaiting_payment" || invoice.state === "underpaid"
  // It expires, or its order is cancelled, by the first poll that starts afterwards.
  const end = isOpen ? invoice.deadline : isHeld(invoice, now) ? invoice.heldUntil : -Infinity
  return now <= end ? Math.min(next, end + 1) : next
}

/** Whether its quote has ended and its order has not: buyers pay late, renew the quote, or cancel. */
function isHeld({ state, closed, heldUntil }: ScheduledInvoice, now: Milliseconds): boolean {
  return state === "expired" && closed === null && now <= heldUntil
}

function ofAddress(invoice: ScheduledInvoice, now: Milliseconds): Milliseconds {
  const { state, createdAt, expiresAt, confirmations } = invoice
  switch (isHeld(invoice, now) ? "awaiting_payment" : state) {
    case "awaiting_payment": {
      const age = now - createdAt
      return age < 3 * MINUTE ? HOT : age < 30 * MINUTE ? WARM : COOL
    }
    case "underpaid":
    case "seen":
      return WARM
    case "confirming":
      return COOL
    case "review":
      return confirmations === 0 ? WARM : rarely(expiresAt, now, 10 * MINUTE)
    case "confirmed":
      return rarely(expiresAt, now, HOUR)
    case "expired":
    case "cancelled":
    case "refunded":
      return rarely(expiresAt, now, 10 * MINUTE)
  }
}

/** Money may still come to an old address: it is watched without end. */
function rarely(expiresAt: Milliseconds, now: Milliseconds, atFirst: Milliseconds): Milliseconds {
  const over = now - expiresAt
  return over < DAY ? atFirst : over < 30 * DAY ? HOUR : DAY
}

function ofChanges({ state, confirmations }: ScheduledInvoice): Milliseconds {
  if (state === "underpaid" || state === "seen") return HOT
  if (state === "confirming") return COOL
  if (state === "review" && confirmations === 0) return WARM
  return 30 * DAY
}
