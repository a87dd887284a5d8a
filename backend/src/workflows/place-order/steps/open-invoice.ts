import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { BitcoinPayment } from "@shop/contracts"
import { BITCOIN_PAYMENT } from "../../../modules/bitcoin-payment"

export interface InvoiceToOpen {
  orderId: string
  sessionId: string
  pricePence: number
}

/**
 * The order's own address and its exact satoshis. It comes after everything that can be refused, because an address
 * that was given out is never given again and wallets stop looking after twenty unused ones.
 */
export const openInvoiceStep = createStep(
  "open-invoice",
  async (
    { orderId, sessionId, pricePence }: InvoiceToOpen,
    { container },
  ): Promise<StepResponse<BitcoinPayment, string>> => {
    const payment = await container
      .resolve(BITCOIN_PAYMENT)
      .openInvoice({ orderId, sessionId, pricePence: BigInt(pricePence) })
    return new StepResponse(payment, orderId)
  },
  async (orderId, { container }) => {
    if (orderId) await container.resolve(BITCOIN_PAYMENT).cancelInvoiceOfOrder(orderId)
  },
)
