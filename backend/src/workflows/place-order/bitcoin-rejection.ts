import type { MedusaContainer } from "@medusajs/framework/types"
import type { PlaceOrder } from "@shop/contracts"
import { BITCOIN_PAYMENT, BitcoinUnavailable } from "../../modules/bitcoin-payment"
import type { Rejection } from "./outcome"

/** Whether an order can be quoted in Bitcoin at all, asked before anything is written; null if so, or paid otherwise. */
export async function findBitcoinRejection(
  container: MedusaContainer,
  { paymentMethod }: PlaceOrder,
): Promise<Rejection | null> {
  if (paymentMethod !== "bitcoin") return null
  try {
    await container.resolve(BITCOIN_PAYMENT).ensureQuotable()
    return null
  } catch (error) {
    if (error instanceof BitcoinUnavailable)
      return { reason: "bitcoin_unavailable", sentence: error.sentence }
    throw error
  }
}
