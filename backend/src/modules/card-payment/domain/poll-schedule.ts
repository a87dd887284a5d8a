import type { DisputeState } from "./disputes"
import type { CardPayment } from "./payment"

const SECOND = 1000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR

/** Cardholders may dispute a payment for about four months. */
const DISPUTABLE_DAYS = 180

/** The next reading without a notification; null: never. `paidFor`: milliseconds since the capture; null: not captured. */
export function nextPollAt(
  payment: Pick<CardPayment, "state" | "payableUntil"> & {
    readonly feePence: number | null
    readonly dispute: DisputeState | null
  },
  hasOpenPage: boolean,
  paidFor: number | null,
  now: number,
): number | null {
  // The processor tells its fee a moment after the payment.
  const isFeeAwaited = payment.feePence === null && (paidFor ?? 0) < HOUR
  if (paidFor !== null && isFeeAwaited) return now + Math.max(10 * SECOND, paidFor)
  const isOver = (paidFor ?? 0) > DISPUTABLE_DAYS * DAY && payment.dispute !== "open"
  if (paidFor !== null) return isOver ? null : now + (paidFor < DAY ? HOUR : DAY)
  if (payment.state === "confirming") return now + 10 * SECOND
  if (payment.state === "paid") return now + (isFeeAwaited ? 10 : 60) * SECOND
  if (payment.state === "awaiting_payment")
    return hasOpenPage
      ? Math.min(now + 20 * SECOND, Math.max(payment.payableUntil, now + SECOND))
      : payment.payableUntil
  return hasOpenPage ? now + 20 * SECOND : now + DAY
}
