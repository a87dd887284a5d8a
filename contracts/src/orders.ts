import * as z from "zod/mini"
import { cardPaymentSchema } from "./card-payment"
import { PAYMENT_METHODS } from "./choices"
import { formatPence } from "./format-money"
import { instantSchema, webAddressSchema } from "./formats"
import { poundsSchema } from "./money"

/** The states of a Bitcoin invoice, in the order in which a buyer sees them. */
export const INVOICE_STATES = [
  "awaiting_payment",
  "underpaid",
  "seen",
  "confirming",
  "confirmed",
  "expired",
  "review",
  "cancelled",
  "refunded",
] as const
export const invoiceStateSchema = z.enum(INVOICE_STATES)
export type InvoiceState = z.infer<typeof invoiceStateSchema>

/** A whole number of satoshis on the wire: a string of digits, because it is a `bigint` in code. */
export const satoshisSchema = z.string().check(z.regex(/^\d{1,16}$/, "Use a whole number of satoshis."))

/** Bitcoin with exactly eight decimals, formatted from the satoshis; for display, never for calculations. */
const bitcoinAmountSchema = z.string().check(z.regex(/^\d{1,8}\.\d{8}$/, "Use bitcoin with eight decimals."))

/** `expiresAt` is the end of the quote. `payableUntil` is the last time to pay, later for the rest of a partial payment. */
export const bitcoinPaymentSchema = z.object({
  address: z.string(),
  /** What the quote is for: what is due of the order may have changed since. */
  price: poundsSchema,
  /** The price of one bitcoin in the quote. */
  rate: poundsSchema,
  amountSats: satoshisSchema,
  amountBtc: bitcoinAmountSchema,
  uri: z.string(),
  expiresAt: instantSchema,
  payableUntil: instantSchema,
  state: invoiceStateSchema,
  receivedSats: satoshisSchema,
  /** The amount still due. A remainder below the dust limit is raised to it, because wallets cannot send less. */
  remainingSats: satoshisSchema,
  /** What has its confirmations beyond the price, and staff have neither refunded nor agreed to keep. */
  surplusSats: satoshisSchema,
  confirmations: z.int(),
  requiredConfirmations: z.int(),
  isPaidByLightning: z.boolean(),
  /** How it can be paid by Lightning now; null: on the chain only. `unifiedUri` is one code for both, `link` one link. */
  lightning: z.nullable(
    z.object({
      invoice: z.string(),
      unifiedUri: z.string(),
      link: z.string(),
      expiresAt: instantSchema,
    }),
  ),
})
export type BitcoinPayment = z.infer<typeof bitcoinPaymentSchema>

export const ORDER_STATUSES = [
  "awaiting_payment",
  "paid",
  "dispatched",
  "delivered",
  /** All of it came back. */
  "returned",
  "cancelled",
  "refunded",
] as const
export const orderStatusSchema = z.enum(ORDER_STATUSES)

/** What the answers about an order have in common. `bitcoinAddress` repeats `bitcoin.address` for the specification's clients. */
const orderBaseSchema = z.object({
  id: z.string(),
  number: z.int(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  status: orderStatusSchema,
  total: poundsSchema,
  bitcoinAddress: z.nullable(z.string()),
  bitcoin: z.nullable(bitcoinPaymentSchema),
  /** Null for an order that is paid in Bitcoin, and for cards that staff charge by hand. */
  cardPayment: z.nullable(cardPaymentSchema),
})

/** The response to `POST /api/orders`. */
export const placedOrderSchema = z.object({
  ...orderBaseSchema.shape,
  /** Null: not paid on the processor's page, or the processor did not answer and `cardPayment.canRetry` offers to try again. */
  cardPaymentUrl: z.nullable(webAddressSchema),
})
export type PlacedOrder = z.infer<typeof placedOrderSchema>

/** Says of an order's total, on its page and in the email, what is neither paid nor asked for. */
export const comesBack = (pence: number) => `of which ${formatPence(pence)} is for what comes back`

/** All in pence. `goods` before their discount, `delivery` after its own. */
interface OrderAmounts {
  goods: number
  goodsDiscount: number
  delivery: number
  total: number
  refunded: number
}

/** What was taken off an order afterwards: a refund, or a short payment that the shop accepted. A returned surplus is no part of it. */
export function creditOf({ goods, goodsDiscount, delivery, total, refunded }: OrderAmounts) {
  const pence = goods - goodsDiscount + delivery - total
  return { pence, label: refunded === pence ? "Refunded" : "Credit" }
}

export const orderItemSchema = z.object({
  id: z.string(),
  name: z.string(),
  weight: z.string(),
  image: z.nullable(z.string()),
  quantity: z.int(),
  price: poundsSchema,
  /** Of the pieces that did not come back. */
  total: poundsSchema,
  /** Pieces that came back. */
  returned: z.int(),
})

export const orderDiscountSchema = z.object({
  codes: z.array(z.string()),
  /** Off the goods; `subtotal` is before it. */
  goods: poundsSchema,
  /** Off the delivery; `shippingCost` is after it. */
  delivery: poundsSchema,
})
export type OrderDiscount = z.infer<typeof orderDiscountSchema>

/** `GET /api/orders/{id}`: an order without any personal data. */
export const orderSchema = z.object({
  ...orderBaseSchema.shape,
  createdAt: instantSchema,
  subtotal: poundsSchema,
  discount: z.nullable(orderDiscountSchema),
  shippingCost: poundsSchema,
  /** What of the payment was returned; null: nothing. Only an order whose whole payment was returned is `refunded`. */
  refunded: z.nullable(poundsSchema),
  /** Whether a part has left and the rest has not. */
  isPartlySent: z.boolean(),
  /** What is owed now; less than `total` once a part of it was paid. */
  amountDue: poundsSchema,
  /** What is for goods that come back in an exchange, and so is not asked for. An older backend does not say it. */
  amountAwaited: z.optional(poundsSchema),
  /** Staff send the parcel before what is open has arrived. An older backend does not say it. */
  isReleased: z.optional(z.boolean()),
  /** What was paid beyond the cost of a changed or returned order, and has not gone back yet. */
  amountToReturn: poundsSchema,
  items: z.array(orderItemSchema),
})
export type Order = z.infer<typeof orderSchema>
