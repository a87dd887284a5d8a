import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { toPounds } from "../../query/money"
import { readPaymentStatus } from "./payment-status"

/** @throws MedusaError `not_allowed` with the way out, when an order's goods may not go out */
export async function assertPaid(container: MedusaContainer, orderId: string): Promise<void> {
  const status = await readPaymentStatus(container, orderId)
  if (status === null || status.mayShip) return
  const why = status.isUndone
    ? "The chain took this order's payment back. It is almost always mined again: wait for it."
    : `This order is not paid: £${toPounds(status.outstandingPence)} is open.`
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `${why} To send it all the same, say so with a reason in the Payment panel of the order.`,
  )
}
