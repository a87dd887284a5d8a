import type { StaffCardPayment } from "@shop/contracts/staff-payments"
import { RefundTable } from "../../components/refund-table"

type Refund = StaffCardPayment["refunds"][number]

const STATUSES: Record<Refund["status"], string> = {
  requested: "Ordered, not made yet",
  pending: "On its way to the card",
  succeeded: "Made",
  failed: "Failed",
}

/** Money that went back to the card. */
export function CardRefunds({ payment: { refunds, processor } }: { payment: StaffCardPayment }) {
  const sources: Record<Refund["source"], string> = {
    staff: "staff",
    shop: "the shop, automatically",
    processor: `at ${processor}`,
  }
  return (
    <RefundTable
      heading="Why"
      refunds={refunds.map(({ status, source, by, reason, error, ...refund }) => ({
        ...refund,
        status: STATUSES[status],
        by: by ?? sources[source],
        about: (
          <>
            {reason}
            {error !== null && <p className="text-ui-fg-error">{error}</p>}
          </>
        ),
      }))}
    />
  )
}
