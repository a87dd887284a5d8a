import * as z from "zod/mini"
import { instantSchema } from "./formats"
import { poundsSchema } from "./money"

/** `GET /api/bitcoin/rate`: pounds for one bitcoin. 503 `bitcoin_unavailable`, with a sentence: no order can be paid in Bitcoin now. */
export const bitcoinRateSchema = z.object({
  currency: z.enum(["GBP"]),
  rate: z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/)),
  source: z.string(),
  asOf: instantSchema,
  /** No smaller amount can be paid: the network does not carry it. */
  least: poundsSchema,
})
export type BitcoinRate = z.infer<typeof bitcoinRateSchema>
