import { formatPence } from "@shop/contracts"
import { Button } from "../../ui/button"
import { Notice } from "../../ui/notice"
import type { Rejection } from "./checkout-machine"

interface RejectionNoticeProps {
  rejection: Rejection
  takesCards: boolean
  onOpenCart: () => void
}

export function RejectionNotice({ rejection, takesCards, onOpenCart }: RejectionNoticeProps) {
  if (rejection.kind === "totals_changed") {
    return (
      <Notice tone="attention" role="alert" title="The total has changed">
        <p>
          {rejection.discountProblem} It was {formatPence(rejection.before.total)} and is now{" "}
          {formatPence(rejection.now.total)}. Nothing has been ordered yet. If you're happy with that, press
          Complete Order again.
        </p>
      </Notice>
    )
  }
  if (rejection.kind === "bitcoin_unavailable" || rejection.kind === "card_unavailable") {
    const method = rejection.kind === "bitcoin_unavailable" ? "Bitcoin is" : "Cards are"
    return (
      <Notice tone="attention" role="alert" title={`${method} not available at the moment`}>
        <p>
          {rejection.detail}
          {rejection.kind === "bitcoin_unavailable" && takesCards && " You can pay by card instead."} Nothing
          has been ordered yet.
        </p>
      </Notice>
    )
  }
  const title = rejection.kind === "out_of_stock" ? "Not enough in stock" : "We cannot take this order yet"
  return (
    <Notice tone="attention" role="alert" title={title}>
      <p>{rejection.detail} Nothing has been ordered yet.</p>
      <Button look="secondary" onClick={onOpenCart}>
        Change your cart
      </Button>
    </Notice>
  )
}
