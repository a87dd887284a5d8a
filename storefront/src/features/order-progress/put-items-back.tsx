import type { Order } from "@shop/contracts"
import { OrderIsPaid, usePutItemsBack } from "../../api/buy-again"
import { failureMessage } from "../../lib/api-error"
import { Button, type ButtonLook } from "../../ui/button"
import { showError, showToast } from "../../ui/toast-store"

type OrderOfItems = Pick<Order, "id" | "number">

/** Also works after the page that offers it has gone. */
export function usePutBack({ id, number }: OrderOfItems) {
  const { mutateAsync, isPending } = usePutItemsBack(id)
  const putBack = () =>
    mutateAsync()
      .then((missing) =>
        showToast({
          title: `Order ${number} is cancelled`,
          description:
            missing.length === 0
              ? "Its items are in your cart again."
              : `Sold out or no longer sold: ${missing.join(", ")}.`,
          actions: ["view-cart"],
        }),
      )
      .catch((error: unknown) =>
        error instanceof OrderIsPaid
          ? showError(
              `Order ${number} was paid meanwhile`,
              "Its page says where it stands, and how to cancel it.",
            )
          : showError("Not all of your items are in your cart yet", failureMessage(error)),
      )
  return { putBack, isPending }
}

/** An unpaid order becomes a cart again. */
export function PutItemsBack({ order, look }: { order: OrderOfItems; look?: ButtonLook }) {
  const { putBack, isPending } = usePutBack(order)
  return (
    <Button size="large" look={look} ariaDisabled={isPending} onClick={() => void putBack()}>
      {isPending ? "Putting the items back..." : "Put the items back"}
    </Button>
  )
}
