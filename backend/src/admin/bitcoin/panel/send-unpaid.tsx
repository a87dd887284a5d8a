import { pounds } from "../../components/pounds"
import { ActionDialog } from "./action-dialog"

/** Lets an order go out before its money came, under the name of whoever presses it. */
export function SendUnpaid({ orderId, outstandingPence }: { orderId: string; outstandingPence: number }) {
  return (
    <ActionDialog
      label="Send it unpaid…"
      variant="transparent"
      title="Send this order unpaid?"
      happens={[
        `${pounds(outstandingPence)} stays open, and may never come.`,
        "The order can be packed and sent from now on.",
        "Your name, the time and your reason stay with the order for ever. This cannot be taken back.",
      ]}
      reason="required"
      confirm="Let it go out unpaid"
      isDangerous
      path={`/admin/orders/${encodeURIComponent(orderId)}/release`}
      hasKey={false}
    />
  )
}
