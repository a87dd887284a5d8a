import type { BitcoinPayment, Order } from "@shop/contracts"
import { checkoutPath } from "../../lib/links"
import { formatTime } from "../../lib/time"
import { ButtonLink } from "../../ui/button"
import { useFollowLink } from "../../ui/prefetch-link"
import { showToast } from "../../ui/toast-store"
import { usePutBack } from "./put-items-back"

/** Longer than other toasts: a sentence to read, and two buttons. */
const TOAST_MS = 7000

/** Leads home, where a toast says that the order is still open. */
export function LeavePayment({ order, payment }: { order: Order; payment: BitcoinPayment }) {
  const follow = useFollowLink()
  const { putBack } = usePutBack(order)
  const isPaidInPart = payment.state === "underpaid"
  const explain = () => {
    const until = formatTime(payment.payableUntil)
    const back = { label: "Back to payment", run: () => follow(checkoutPath(order.id)) }
    showToast({
      title: `Order ${order.number} is still open`,
      description: isPaidInPart
        ? `Part of your money has arrived. Please send the rest until ${until}, or contact us.`
        : `You can pay it until ${until}. Then it ends, and nothing is charged.`,
      duration: TOAST_MS,
      // What has arrived in part is no longer the buyer's alone to cancel.
      actions: isPaidInPart ? [back] : [back, { label: "Put the items back", run: () => void putBack() }],
    })
  }
  return (
    <div className="payment-view__leave">
      <ButtonLink to="/" size="large" look="quiet" onClick={explain}>
        Cancel Order
      </ButtonLink>
      <p>
        {isPaidInPart
          ? "Please send the rest first, or contact us: part of your money has arrived."
          : "Nothing is charged. Your order simply ends when the time runs out."}
      </p>
    </div>
  )
}
