import type { StaffCardPayment } from "@shop/contracts/staff-payments"
import { RefundTable } from "../../components/refund-table"

type Refund = StaffCardPayment["refunds"][number]

const STATUSES: Record<Refund["status"], string> = {
  requested: "Ordered, not made yet",
  pending: "On its way to the card",
  succeeded: "Made",
  failed: "Failed",
}

const SOURCES: Record<Refund["source"], string> = {
  staff: "staff",
  shop: "the shop, automatically",
  processor: "the processor’s dashboard",
}

/** Money that went back to the card. */
export function CardRefunds({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <RefundTable
      heading="Why"
      refunds={refunds.map(({ status, source, by, reason, error, ...refund }) => ({
        ...refund,
        status: STATUSES[status],
        by: by ?? SOURCES[source],
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
