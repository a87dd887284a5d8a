import type { StaffAction } from "./staff-actions"

/** After one of these the money has gone back, or stays: where it should go is asked no more. */
const ANSWERS: readonly StaffAction[] = ["accept", "settle_by_hand", "record_refund", "keep_surplus"]

/**
 * Whether staff wait for an address to send a refund to: they asked, and have decided nothing about the money since.
 * @param actions what staff did about the invoice, the first first
 */
export function isAddressAwaited(actions: readonly StaffAction[], refundablePence: bigint): boolean {
  const asked = actions.indexOf("ask_refund_address")
  if (asked === -1 || refundablePence === 0n) return false
  return !actions.slice(asked).some((action) => ANSWERS.includes(action))
}
