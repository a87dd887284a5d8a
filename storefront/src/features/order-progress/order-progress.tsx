import type { CardPayment } from "@shop/contracts"
import { type ReactNode, useEffect, useState } from "react"
import { useOrder } from "../../api/orders"
import { type PaymentStage, type PaymentStatus, stageOf } from "../../lib/bitcoin-labels"
import { ButtonLink } from "../../ui/button"
import { EmptyState, Loading, LoadFailed } from "../../ui/load-states"
import { CardView } from "./card-view"
import { OrderTitle } from "./order-title"
import { PaymentView } from "./payment-view"
import { SuccessView } from "./success-view"

interface OrderProgressProps {
  orderId: string
  /** The buyer claims to have paid, or a new order had no address to pay to. */
  isClaimed: boolean
  onClaimed: () => void
  paymentHref: string
  /** The card processor has sent the buyer back. */
  isReturned: boolean
  saveOrder: ReactNode
}

/** A placed order: the view to pay it until it is paid or claimed to be, then the success view. */
export function OrderProgress({
  orderId,
  isClaimed,
  onClaimed,
  paymentHref,
  isReturned,
  saveOrder,
}: OrderProgressProps) {
  const { data: order, isError, refetch } = useOrder(orderId)
  const card = useShownCard(order?.cardPayment ?? null, isReturned)

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
  // An order that is shown stays while the connection is lost. The next poll brings the current one.
  if (!order && isError) return <LoadFailed what="your order" onRetry={() => void refetch()} />
  if (!order) return <Loading what="your order" />
  // A change to Bitcoin that the shop has not finished yet.
  if (
    order.paymentMethod === "bitcoin" &&
    !order.bitcoin &&
    !isClaimed &&
    order.status === "awaiting_payment"
  )
    return <Loading what="your Bitcoin payment" />
  return (
    <>
      <OrderTitle order={order} card={card} isClaimed={isClaimed} />
      {order.bitcoin && !isSuccess({ ...order, bitcoin: order.bitcoin }, isClaimed) ? (
        <PaymentView order={order} payment={order.bitcoin} onClaimed={onClaimed} />
      ) : card && (order.status === "cancelled" || (card.state !== "paid" && card.state !== "confirming")) ? (
        <CardView order={order} card={card} />
      ) : (
        <SuccessView order={order} card={card} paymentHref={paymentHref} saveOrder={saveOrder} />
      )}
    </>
  )
}

/** A payment that ended without money is not a success, whatever the buyer claimed. */
const ENDED_BADLY: readonly PaymentStage[] = ["expired", "late", "cancelled", "owed", "refunded"]

function isSuccess(standing: PaymentStatus, isClaimed: boolean): boolean {
  const stage = stageOf(standing)
  return stage === "confirmed" || (isClaimed && !ENDED_BADLY.includes(stage))
}

/** The shop reads the processor within seconds. After this time something is wrong, and the buyer may act. */
const READING_MS = 60_000

/** The processor sends buyers back only after they have paid: until the shop has read that, the payment is confirming. */
function useShownCard(card: CardPayment | null, isReturned: boolean): CardPayment | null {
  const [isReading, setIsReading] = useState(isReturned)
  useEffect(() => {
    if (!isReturned) return
    const timer = setTimeout(setIsReading, READING_MS, false)
    return () => clearTimeout(timer)
  }, [isReturned])
  return card && isReturned && isReading && card.state === "awaiting_payment"
    ? { ...card, state: "confirming" }
    : card
}
