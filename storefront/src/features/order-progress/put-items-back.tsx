import type { Order } from "@shop/contracts"
import { OrderIsPaid, usePutItemsBack } from "../../api/buy-again"
import { Button, type ButtonLook } from "../../ui/button"
import { describeFailure } from "../../ui/failure-notice"
import { showError, showToast } from "../../ui/toast-store"

type OrderOfItems = Pick<Order, "id" | "number">

/** True of every failure, also where it is read on another page. */
const NOT_YET = "Not all of your items are in your cart yet"
const PAID = "Its page says where it stands, and how to cancel it."

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
      .catch((error: unknown) => {
        if (error instanceof OrderIsPaid) showError(`Order ${number} was paid meanwhile`, PAID)
        else showError(NOT_YET, describeFailure(NOT_YET, error).text)
      })
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
