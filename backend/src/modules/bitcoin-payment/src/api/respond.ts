import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { streamChanges } from "medusa-payments/event-stream"
import { BITCOIN_PAYMENT, BitcoinUnavailable } from "../modules/bitcoin-payment"
import { readBuyerPayment } from "../workflows/buyer-payment"

const unknownPayment = () =>
  new MedusaError(
    MedusaError.Types.NOT_FOUND,
    "There is no such order that is paid in Bitcoin.",
    "no_invoice",
  )

export async function answerPayment({ params, scope }: MedusaRequest, res: MedusaResponse): Promise<void> {
  await orUnavailable(res, async () => {
    const payment = await readBuyerPayment(scope, params["id"] ?? "")
    if (payment === null) throw unknownPayment()
    res.json({ bitcoin_payment: payment })
  })
}

const REJECTIONS = {
  no_invoice: "This order is not paid in Bitcoin.",
  still_valid: "The last quote is still valid, or its payment has been seen.",
  payment_seen: "A payment for this order has been seen. Do not pay again: it is being looked at.",
  closed: "This order can no longer be paid.",
  too_often: "This order cannot be quoted again.",
  too_many_addresses: "Too many quotes are unpaid. Pay one of them first.",
}

export async function renewQuote(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await orUnavailable(res, async () => {
    const { quotes } = req.scope.resolve(BITCOIN_PAYMENT)
    const renewal = await quotes.renew(req.params["id"] ?? "", async () => true)
    if (!renewal.ok)
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, REJECTIONS[renewal.reason], renewal.reason)
    await answerPayment(req, res)
  })
}

export async function followPayment(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const id = req.params["id"] ?? ""
  const { orderPayments } = req.scope.resolve(BITCOIN_PAYMENT)
  await orUnavailable(res, async () => {
    const isFound = await streamChanges(res, {
      event: "payment",
      subscribe: async (onChange) => orderPayments.subscribe(id, onChange),
      read: async () => readBuyerPayment(req.scope, id),
      isHead: req.method === "HEAD",
    })
    if (!isFound) throw unknownPayment()
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
