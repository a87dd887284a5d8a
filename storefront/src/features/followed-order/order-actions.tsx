import type { FollowedOrder, Cancellation } from "@shop/contracts"
import { useEffect, useState } from "react"
import { useBuyAgain } from "../../api/buy-again"
import { formatTime } from "../../lib/time"
import { Button } from "../../ui/button"
import { lazyDialog } from "../../ui/lazy-part"
import { showError, showToast } from "../../ui/toast-store"

export function BuyAgain({ items, onAdded }: { items: FollowedOrder["items"]; onAdded: () => void }) {
  const buying = useBuyAgain()
  const buy = () =>
    buying
      .mutateAsync(items)
      .then((missing) => {
        if (missing.length < items.length) onAdded()
        if (missing.length > 0) {
          showToast({
            title: "Some items are unavailable",
            description: `Sold out or no longer sold: ${missing.join(", ")}.`,
          })
        }
      })
      .catch(() => showError("Error", "Failed to update your cart."))
  return (
    <Button look="secondary" ariaDisabled={buying.isPending} onClick={() => void buy()}>
      {buying.isPending ? "Adding to Cart..." : "Buy again"}
    </Button>
  )
}

/** The sheet that the shop's staff print, too. */
export function PrintReceipt({ order: { id, owner } }: { order: FollowedOrder }) {
  if (!owner?.hasReceipt) return null
  return (
    <a
      href={`/api/orders/${encodeURIComponent(id)}/receipt`}
      target="_blank"
      className="button button--quiet"
    >
      Print receipt
    </a>
  )
}

const CancelDialog = lazyDialog(async () => (await import("./cancel-dialog")).CancelDialog)

interface CancelOrderProps {
  order: FollowedOrder
  /** Null: the order cannot be cancelled now. The dialog stays open to say so. */
  cancellation: Cancellation | null
}

export function CancelOrder({ order, cancellation }: CancelOrderProps) {
  const [isAsking, setIsAsking] = useState(false)
  // What the dialog was opened with: the order may change behind it.
  const [asked, setAsked] = useState<Cancellation | null>(null)
  const isCancelled = order.timeline.some(({ step, at }) => step === "cancelled" && at !== null)
  // Here or elsewhere, for example by staff.
  useEffect(() => {
    if (!isCancelled || !isAsking) return
    setIsAsking(false)
    showToast({ title: "Order cancelled", description: "We have sent you an email about it." })
  }, [isCancelled, isAsking])
  const ask = () => {
    setAsked(cancellation)
    setIsAsking(true)
  }
  return (
    <>
      {cancellation && (
        <div className="cancel-order">
          <Button look="quiet" className="button--danger" aria-haspopup="dialog" onClick={ask}>
            Cancel this order
          </Button>
          {cancellation.until && (
            <p className="account-card__small">
              Until <time dateTime={cancellation.until}>{formatTime(cancellation.until)}</time>, unless it is
              packed before.
            </p>
          )}
        </div>
      )}
      {asked && (
        <CancelDialog order={order} cancellation={asked} open={isAsking} onClose={() => setIsAsking(false)} />
      )}
    </>
  )
}
