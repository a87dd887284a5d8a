import * as z from "zod/mini"
import { poundsSchema } from "./money"

export const BITCOIN_NETWORKS = ["mainnet", "testnet", "testnet4", "signet", "regtest"] as const
export type BitcoinNetwork = (typeof BITCOIN_NETWORKS)[number]

/** A pending refund for which the shop has requested an address. */
export const refundQuestionSchema = z.object({
  /** The amount to refund. */
  amount: poundsSchema,
  network: z.enum(BITCOIN_NETWORKS),
  /** The buyer's address and when it was given, if any. */
  given: z.nullable(z.object({ address: z.string(), at: z.iso.datetime() })),
})
export type RefundQuestion = z.infer<typeof refundQuestionSchema>
