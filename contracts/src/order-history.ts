import * as z from "zod/mini"
import { orderItemSchema, orderSchema, orderStatusSchema } from "./orders"
import { poundsSchema } from "./money"
import { refundQuestionSchema } from "./refund-address"

/** What 'Buy again' adds to the cart; null when the product is gone for good. */
const productId = z.nullable(z.string())

/** `GET /api/account/orders?limit&cursor`: newest first. */
export const orderHistoryQuerySchema = z.strictObject({
  limit: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,2}$/, "Use a limit from 1 to 50.")),
      z.pipe(
        z.transform(Number),
        z.int().check(z.minimum(1, "Use a limit from 1 to 50."), z.maximum(50, "Use a limit from 1 to 50.")),
      ),
    ),
  ),
  cursor: z.optional(z.string().check(z.maxLength(200, "That is no cursor of ours."))),
})

/** An order as a list shows it. */
export const orderSummarySchema = z.object({
  id: z.string(),
  number: z.int(),
  createdAt: z.iso.datetime(),
  status: orderStatusSchema,
  total: poundsSchema,
  items: z.array(
    z.object({
      id: z.string(),
      productId,
      name: z.string(),
      weight: z.string(),
      image: z.nullable(z.string()),
      quantity: z.int(),
    }),
  ),
})
export type OrderSummary = z.infer<typeof orderSummarySchema>

/** A page of orders; `nextCursor` is null on the last one. */
export const orderHistorySchema = z.object({
  orders: z.array(orderSummarySchema),
  nextCursor: z.nullable(z.string()),
})
export type OrderHistory = z.infer<typeof orderHistorySchema>

/** What can happen to an order, one after the other; `cancelled` and `refunded` end it. */
export const ORDER_STEPS = [
  "placed",
  "payment_seen",
  "payment_confirmed",
  "dispatched",
  "delivered",
  "cancelled",
  "refunded",
] as const

/** `at` is null for what is still to come. A card order has no `payment_seen`. */
export const orderStepSchema = z.object({
  step: z.enum(ORDER_STEPS),
  at: z.nullable(z.iso.datetime()),
})
export type OrderStep = z.infer<typeof orderStepSchema>

/** What only the buyer may see of an order. */
export const ownerDetailsSchema = z.object({
  email: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  postcode: z.string(),
  phone: z.string(),
  parcels: z.array(
    z.object({
      dispatchedAt: z.iso.datetime(),
      deliveredAt: z.nullable(z.iso.datetime()),
      tracking: z.array(z.object({ number: z.string(), url: z.nullable(z.string()) })),
    }),
  ),
  /** The payments that reached the network; `url` leads to a block explorer where one is set up. */
  transactions: z.array(
    z.object({
      txid: z.string(),
      url: z.nullable(z.string()),
      sats: z.string(),
      confirmations: z.int(),
    }),
  ),
  /** Null: the shop asks nothing. */
  refund: z.nullable(refundQuestionSchema),
})
export type OwnerDetails = z.infer<typeof ownerDetailsSchema>

/**
 * `GET /api/orders/{id}`. `owner` is null unless the signed-in buyer asks, or a browser that came by the link in the
 * buyer's mail. An order that belongs to an account answers 404 to everybody else.
 */
export const followedOrderSchema = z.extend(orderSchema, {
  items: z.array(z.extend(orderItemSchema, { productId, variantId: z.nullish(z.string()) })),
  /** How the parcel travels, like 'Special Delivery (Tracked)'. */
  delivery: z.string(),
  timeline: z.array(orderStepSchema),
  owner: z.nullable(ownerDetailsSchema),
})
export type FollowedOrder = z.infer<typeof followedOrderSchema>

/**
 * `POST /api/orders/{id}/access`: the secret from the link in a mail (`/orders/{id}#key=…`, also on
 * `/checkout?order={id}#key=…`), for a cookie that opens this one order. 204, or 404 where they do not fit together.
 */
export const orderKeySchema = z.strictObject({
  key: z.string("Send the key.").check(z.regex(/^[A-Za-z0-9_-]{20,100}$/, "That is no key of ours.")),
})

/** `POST /api/orders/find`: mails the link again to the order's own address. Always 202, whether there is one or not. */
export const findOrderSchema = z.strictObject({
  email: z
    .string("Please enter a valid email address.")
    .check(
      z.trim(),
      z.maxLength(254, "Please enter a valid email address."),
      z.email("Please enter a valid email address."),
    ),
  number: z
    .int("Please enter the order number.")
    .check(
      z.minimum(1, "Please enter the order number."),
      z.maximum(2_147_483_647, "Please enter the order number."),
    ),
})
export type FindOrder = z.infer<typeof findOrderSchema>
