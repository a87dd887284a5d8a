import * as z from "zod/mini"
import { PAYMENT_METHODS } from "./choices"
import { instantSchema } from "./formats"
import { poundsSchema } from "./money"

export const BITCOIN_NETWORKS = ["mainnet", "testnet", "testnet4", "signet", "regtest"] as const
export type BitcoinNetwork = (typeof BITCOIN_NETWORKS)[number]

/** Where refunds in Bitcoin can go. */
export const refundTermsSchema = z.object({
  network: z.enum(BITCOIN_NETWORKS),
  /** Also to a Lightning address, an LNURL, a BOLT 12 offer or a BIP 353 name. */
  byLightning: z.boolean(),
})
export type RefundTerms = z.infer<typeof refundTermsSchema>

/** A pending refund for which the shop has requested an address. */
export const refundQuestionSchema = z.object({
  amount: poundsSchema,
  terms: refundTermsSchema,
  /** The buyer's address and when it was given, if any. */
  given: z.nullable(z.object({ address: z.string(), at: instantSchema })),
})
export type RefundQuestion = z.infer<typeof refundQuestionSchema>

/** How long after its payment a buyer may cancel an order that is not packed. The FAQ promises it. */
export const CANCEL_PAID_MINUTES = 60

/** That the buyer may cancel the order now, and how their money is returned. */
export const cancellationSchema = z.object({
  /** The last moment; null: until the unpaid order ends. */
  until: z.nullable(instantSchema),
  /** `none`: nothing is paid · `card`: to the card, automatically · `bitcoin`: by staff, to an address of the buyer. */
  refund: z.enum(["none", ...PAYMENT_METHODS]),
  terms: refundTermsSchema,
})
export type Cancellation = z.infer<typeof cancellationSchema>

/**
 * When a refund has arrived, the bank's own days included: the law's limit, from the cancellation or from the return of the goods
 * (Consumer Contracts Regulations 2013, regulation 34). Every page, email and policy says it in these words.
 */
export const REFUND_TIME = "within 14 days"

/** What the right to cancel leaves out (regulation 28), as every mail and page about a return says it. */
export const SEALED_GOODS =
  "Sealed goods that are not fit to be returned for reasons of health or hygiene, such as food, cannot come back once they were opened."

/** A buyer may withdraw until the end of the 14th day after delivery (Consumer Contracts Regulations 2013, regulation 30). */
export const WITHDRAW_DAYS = 14

/** What was withdrawn from. `detail` is like '340 g'. */
export const withdrawnItemSchema = z.object({
  id: z.string(),
  name: z.string(),
  detail: z.string(),
  quantity: z.int(),
})

/** The buyer's right to withdraw from an order, or the notice that they sent. */
export const withdrawalSchema = z.object({
  /** The last moment to send the notice; null: not known, because no delivery is recorded. */
  until: z.nullable(instantSchema),
  /** Null: none was sent, and one can be sent now. */
  sent: z.nullable(
    z.object({
      at: instantSchema,
      name: z.string(),
      address: z.string(),
      items: z.array(withdrawnItemSchema),
      /** When staff settled it; null: not yet. */
      settledAt: z.nullable(instantSchema),
    }),
  ),
})
export type Withdrawal = z.infer<typeof withdrawalSchema>
