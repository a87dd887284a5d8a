import type { MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { BitcoinUnavailable } from "../modules/bitcoin-payment"
import type { OrderPayment } from "../workflows/open-invoice"

export async function respond(res: MedusaResponse, find: () => Promise<OrderPayment | null>): Promise<void> {
  await orUnavailable(res, async () => {
    const payment = await find()
    if (payment === null)
      throw new MedusaError(
        MedusaError.Types.NOT_FOUND,
        "There is no such order that is paid in Bitcoin.",
        "no_invoice",
      )
    res.json({ bitcoin_payment: payment })
  })
}

/** Answers 503, with a code and a sentence for the buyer, while Bitcoin is unavailable. */
export async function orUnavailable(res: MedusaResponse, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof BitcoinUnavailable)) throw error
    res.status(error.status).json(error.answer)
  }
}
