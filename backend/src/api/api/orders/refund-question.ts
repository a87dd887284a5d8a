import type { MedusaContainer } from "@medusajs/framework/types"
import type { RefundQuestion } from "@shop/contracts"
import { environment } from "../../../config"
import { BITCOIN_PAYMENT } from "../../../modules/bitcoin-payment"
import { toPounds } from "../../../query/money"

/** What the shop asks an order's buyer about a refund, for nobody else's eyes; null when it asks nothing. */
export async function refundQuestionOf(
  container: MedusaContainer,
  orderId: string,
): Promise<RefundQuestion | null> {
  const question = await container.resolve(BITCOIN_PAYMENT).reviewService.refundQuestion(orderId)
  if (question === null) return null
  const { pence, address } = question
  return {
    amount: toPounds(Number(pence)),
    network: environment.BITCOIN_NETWORK,
    given: address && { address: address.address, at: new Date(address.at).toISOString() },
  }
}
