import * as z from "zod/mini"

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
  until: z.nullable(z.iso.datetime()),
  /** Null: none was sent, and one can be sent now. */
  sent: z.nullable(
    z.object({
      at: z.iso.datetime(),
      name: z.string(),
      address: z.string(),
      items: z.array(withdrawnItemSchema),
      /** When staff settled it; null: not yet. */
      settledAt: z.nullable(z.iso.datetime()),
    }),
  ),
})
export type Withdrawal = z.infer<typeof withdrawalSchema>
