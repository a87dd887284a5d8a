import type { ProcessorDispute } from "../ports/card-processor"

/** Of a payment that the bank has not decided about, or decided against the shop. */
export const DISPUTE_STATES = ["open", "lost"] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** What a charge's disputes come to. `dispute` null: there is none, or the shop won all. Pence that came back are not counted. */
export function sumDisputes(disputes: readonly Pick<ProcessorDispute, "outcome" | "bookings">[]): {
  dispute: DisputeState | null
  disputedPence: number
  disputeFeePence: number
} {
  const has = (outcome: ProcessorDispute["outcome"]) => disputes.some((one) => one.outcome === outcome)
  const bookings = disputes.flatMap((one) => one.bookings)
  return {
    dispute: has("lost") ? "lost" : has("open") ? "open" : null,
    disputedPence: bookings.reduce((sum, { pence }) => sum - pence, 0),
    disputeFeePence: bookings.reduce((sum, { feePence }) => sum + feePence, 0),
  }
}
