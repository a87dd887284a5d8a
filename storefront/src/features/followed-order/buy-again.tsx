import type { FollowedOrder } from "@shop/contracts"
import { useBuyAgain } from "../../api/buy-again"
import { Button } from "../../ui/button"
import { showToast } from "../../ui/toast-store"

/** Adds the same items to the cart and opens it. */
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
      .catch(() =>
        showToast({ tone: "destructive", title: "Error", description: "Failed to update your cart." }),
      )
  return (
    <Button look="secondary" ariaDisabled={buying.isPending} onClick={() => void buy()}>
      {buying.isPending ? "Adding to Cart..." : "Buy again"}
    </Button>
  )
}
