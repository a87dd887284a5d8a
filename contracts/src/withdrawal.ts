import * as z from "zod/mini"

/** A buyer may withdraw until the end of the 14th day after delivery (Consumer Contracts Regulations 2013, regulation 30). */
export const WITHDRAW_DAYS = 14

const PIECES = "Choose how many you return."

/**
 * `POST /api/orders/{id}/withdrawal`: the model cancellation form of the Consumer Contracts Regulations 2013 (Schedule 3, part B).
 * One notice for each order; repeating it changes nothing. Returns the order.
 */
export const withdrawOrderSchema = z.strictObject({
  items: z
    .array(
      z.strictObject({
        id: z.string().check(z.minLength(1), z.maxLength(100)),
        quantity: z.int(PIECES).check(z.minimum(1, PIECES), z.maximum(1_000_000, PIECES)),
      }),
    )
    .check(
      z.minLength(1, "Please choose what you return."),
      z.maxLength(500, "That is more than an order holds."),
    ),
  name: z
    .string("Name must be at least 2 characters.")
    .check(
      z.trim(),
      z.minLength(2, "Name must be at least 2 characters."),
      z.maxLength(120, "Name must be at most 120 characters."),
    ),
  address: z
    .string("Please enter a valid address.")
    .check(
      z.trim(),
      z.minLength(5, "Please enter a valid address."),
      z.maxLength(500, "Please enter a valid address."),
    ),
})
export type WithdrawOrder = z.infer<typeof withdrawOrderSchema>

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
