import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
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

/** @throws MedusaError `invalid_data` that says what is wrong with the body */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  { body }: MedusaRequest,
): z.output<Schema> {
  const read = schema.safeParse(body)
  if (read.success) return read.data
  throw new MedusaError(MedusaError.Types.INVALID_DATA, z.prettifyError(read.error))
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
