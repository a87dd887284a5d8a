import type { MedusaContainer } from "@medusajs/framework/types"
import type { RefundQuestion } from "@shop/contracts"
import { environment } from "../../../config"
import { BITCOIN_PAYMENT } from "../../../modules/bitcoin-payment"
import { toPounds } from "../../../query/money"

/** The open request for a refund address, for the buyer only; null if there is none. */
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
