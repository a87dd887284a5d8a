import { formatPence } from "../../lib/money"
import { Button } from "../../ui/button"
import { Notice } from "../../ui/notice"
import type { Rejection } from "./use-checkout"

/** Why the order was not taken, and the way on. Nothing has been charged. */
export function RejectionNotice({ rejection, onOpenCart }: { rejection: Rejection; onOpenCart: () => void }) {
  if (rejection.kind === "totals_changed") {
    return (
      <Notice tone="attention" role="alert" title="The total has changed">
        <p>
          It was {formatPence(rejection.before.total)} and is now {formatPence(rejection.now.total)}. Nothing
          has been ordered yet. If that is right for you, complete the order again.
        </p>
      </Notice>
    )
  }
  if (rejection.kind === "bitcoin_unavailable") {
    return (
      <Notice tone="attention" role="alert" title="Bitcoin is not available at the moment">
        <p>{rejection.detail} Nothing has been ordered yet.</p>
      </Notice>
    )
  }
  return (
    <Notice tone="attention" role="alert" title="Not enough in stock">
      <p>{rejection.detail} Nothing has been ordered yet.</p>
      <Button look="secondary" onClick={onOpenCart}>
        Change your cart
      </Button>
    </Notice>
  )
}
