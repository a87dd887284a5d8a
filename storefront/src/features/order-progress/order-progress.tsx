import { useOrder } from "../../api/orders"
import { type PaymentStage, type PaymentStatus, stageOf } from "../../lib/bitcoin-labels"
import { ButtonLink } from "../../ui/button"
import { EmptyState, LoadFailed, Spinner } from "../../ui/load-states"
import { PaymentView } from "./payment-view"
import { SuccessView } from "./success-view"

interface OrderProgressProps {
  orderId: string
  /** The buyer has said that they paid. */
  isClaimed: boolean
  onClaimed: () => void
  paymentHref: string
}

/** An order that exists: the Bitcoin payment view until it is paid or said to be, the success view from then on. */
export function OrderProgress({ orderId, isClaimed, onClaimed, paymentHref }: OrderProgressProps) {
  const { data: order, isError, refetch } = useOrder(orderId)

  if (order === null) {
    return (
      <EmptyState
        level={1}
        title="We cannot find this order"
        text="The link may be incomplete. Your confirmation email has the order number."
      >
        <ButtonLink to="/contact">Contact us</ButtonLink>
      </EmptyState>
    )
  }
  // What is already on the screen stays while the connection is away; the next look will say more.
  if (!order && isError) return <LoadFailed what="your order" onRetry={() => void refetch()} />
  if (!order) {
    return (
      <p className="loading-line" role="status">
        <Spinner /> Loading your order...
      </p>
    )
  }
  if (order.bitcoin && !isSuccess({ status: order.status, bitcoin: order.bitcoin }, isClaimed))
    return <PaymentView order={order} payment={order.bitcoin} onClaimed={onClaimed} />
  return <SuccessView order={order} paymentHref={paymentHref} />
}

/** Nothing is called successful that ended without the money, whatever the buyer said. */
const ENDED_BADLY: readonly PaymentStage[] = ["expired", "late", "cancelled", "refunded"]

function isSuccess(standing: PaymentStatus, isClaimed: boolean): boolean {
  const stage = stageOf(standing)
  return stage === "confirmed" || (isClaimed && !ENDED_BADLY.includes(stage))
}
