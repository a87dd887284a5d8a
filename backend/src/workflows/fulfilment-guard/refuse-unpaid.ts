import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { toPounds } from "../../query/money"
import { paymentStanding } from "./payment-standing"

/** @throws MedusaError `not_allowed` with the way out, when an order's goods may not go out */
export async function refuseUnpaid(container: MedusaContainer, orderId: string): Promise<void> {
  const standing = await paymentStanding(container, orderId)
  if (standing === null || standing.mayGoOut) return
  const why = standing.isUndone
    ? "The chain took this order's payment back. It is almost always mined again: wait for it."
    : `This order is not paid: £${toPounds(standing.outstandingPence)} is open.`
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `${why} To send it all the same, say so with a reason in the Payment panel of the order.`,
  )
}
