import * as z from "zod/mini"
import { bitcoinRefundSchema } from "./bitcoin-refund"
import { cancellationSchema, refundQuestionSchema, withdrawalSchema } from "./cancellation"
import { deliveryEstimateSchema } from "./delivery"
import { instantSchema } from "./formats"
import { orderItemSchema, orderSchema } from "./orders"
import { emailSchema } from "./text"

/** The variant that 'Buy again' adds to the cart; null if the product was deleted. */
const productId = z.nullable(z.string())

const order = orderSchema.shape
const item = orderItemSchema.shape

export const orderSummarySchema = z.object({
  id: order.id,
  number: order.number,
  createdAt: order.createdAt,
  status: order.status,
  total: order.total,
  refunded: order.refunded,
  items: z.array(
    z.object({
      id: item.id,
      name: item.name,
      weight: item.weight,
      image: item.image,
      quantity: item.quantity,
      productId,
    }),
  ),
})
export type OrderSummary = z.infer<typeof orderSummarySchema>

export const orderHistorySchema = z.object({
  orders: z.array(orderSummarySchema),
  nextCursor: z.nullable(z.string()),
})
export type OrderHistory = z.infer<typeof orderHistorySchema>

/** The stages of an order, in sequence. `cancelled` and `refunded` are final. */
export const ORDER_STEPS = [
  "placed",
  "payment_seen",
  "payment_confirmed",
  "partly_dispatched",
  "dispatched",
  "delivered",
  "partly_returned",
  "returned",
  "cancelled",
  "partly_refunded",
  "refunded",
] as const

/** `at` is null for a future stage. A card order has no `payment_seen`. */
export const orderStepSchema = z.object({
  step: z.enum(ORDER_STEPS),
  at: z.nullable(instantSchema),
})
export type OrderStep = z.infer<typeof orderStepSchema>

export const ownerDetailsSchema = z.object({
  email: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  postcode: z.string(),
  phone: z.string(),
  parcels: z.array(
    z.object({
      dispatchedAt: instantSchema,
      deliveredAt: z.nullable(instantSchema),
      tracking: z.array(z.object({ number: z.string(), url: z.nullable(z.string()) })),
    }),
  ),
  /** Transactions seen on the network, with a block explorer's link if one is configured, and Lightning payments by their hash. */
  transactions: z.array(
    z.object({
      txid: z.string(),
      url: z.nullable(z.string()),
      sats: z.string(),
      isByLightning: z.boolean(),
      confirmations: z.int(),
    }),
  ),
  refund: z.nullable(refundQuestionSchema),
  /** Oldest first. An older backend does not say it. */
  bitcoinRefunds: z.optional(z.array(bitcoinRefundSchema)),
  cancellation: z.nullable(cancellationSchema),
  withdrawal: z.nullable(withdrawalSchema),
  /** Whether `GET /api/orders/{id}/receipt` has one. */
  hasReceipt: z.optional(z.boolean()),
})
export type OwnerDetails = z.infer<typeof ownerDetailsSchema>

/**
 * `GET /api/orders/{id}`. `owner` is null unless the caller is the signed-in buyer or opened the link in the buyer's mail.
 * An order of an account returns 404 to all other callers.
 */
export const followedOrderSchema = z.object({
  ...order,
  items: z.array(z.object({ ...item, productId, variantId: z.nullish(z.string()) })),
  /** The shipping option, like 'Special Delivery (Tracked)'. */
  delivery: z.string(),
  /** Null when it has arrived, is over, or is later than estimated. While it is unpaid, the days are those of a payment now. */
  estimate: z.nullish(z.object({ ...deliveryEstimateSchema.shape, isUnpaid: z.boolean() })),
  timeline: z.array(orderStepSchema),
  owner: z.nullable(ownerDetailsSchema),
})
export type FollowedOrder = z.infer<typeof followedOrderSchema>

/** `POST /api/orders/{id}/access`: exchanges the key from a mail's link (`#key=…`) for this order's cookie. 204, or 404. */
export const orderKeySchema = z.strictObject({
  key: z.string("Send the key.").check(z.regex(/^[A-Za-z0-9_-]{20,100}$/, "That is no key of ours.")),
})

/** `POST /api/orders/find`: mails the link to the order's address again. Always 202, whether or not the order exists. */
export const findOrderSchema = z.strictObject({
  email: emailSchema,
  number: z
    .int("Please enter the order number.")
    .check(
      z.minimum(1, "Please enter the order number."),
      z.maximum(2_147_483_647, "Please enter the order number."),
    ),
})
export type FindOrder = z.infer<typeof findOrderSchema>
