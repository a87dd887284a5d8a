import * as contract from "@shop/contracts"
import type * as z from "zod/v4/core"
import { array } from "zod/mini"

/** One call of the shop as its description needs it. */
export interface Call {
  method: "get" | "post" | "patch" | "delete"
  path: string
  summary: string
  query?: z.$ZodObject
  body?: z.$ZodType
  /** What success answers, as JSON. */
  answer?: z.$ZodType
  /** The status of success, if not 200. */
  status?: number
  /** Refusals beyond those any call may meet. */
  rejections?: readonly number[]
  /** The header that names the caller's cart. */
  needsCart?: true
  /** Whether it may be asked again under the same idempotency key. */
  takesKey?: true
}

const products = array(contract.productSchema)

/** The whole of /api. A spec compares it with the routes that exist. */
export const CALLS: readonly Call[] = [
  {
    method: "get",
    path: "/api/products",
    summary: "All products, or those that a search, a category and a page leave",
    query: contract.productListQuerySchema,
    answer: products,
    rejections: [400],
  },
  {
    method: "get",
    path: "/api/products/featured",
    summary: "Featured products, four at most",
    answer: products,
  },
  {
    method: "get",
    path: "/api/products/{slug}",
    summary: "One product",
    answer: contract.productSchema,
    rejections: [404],
  },
  {
    method: "get",
    path: "/api/categories",
    summary: "All categories",
    answer: array(contract.categorySchema),
  },
  {
    method: "get",
    path: "/api/categories/{id}",
    summary: "One category, by slug or id",
    answer: contract.categorySchema,
    rejections: [404],
  },
  {
    method: "get",
    path: "/api/categories/{id}/products",
    summary: "The products of a category",
    answer: products,
    rejections: [404],
  },
  {
    method: "get",
    path: "/api/shop",
    summary: "Who sells: name, address, how to reach them, numbers, hours",
    answer: contract.businessDetailsSchema,
  },
  {
    method: "get",
    path: "/api/shipping-options",
    summary: "How a parcel can travel and what it costs now",
    answer: array(contract.shippingOptionSchema),
  },
  {
    method: "get",
    path: "/api/cart/{id}",
    summary: "The lines of a cart; an unknown cart is empty",
    answer: contract.cartSchema,
    rejections: [400],
  },
  {
    method: "post",
    path: "/api/cart",
    summary: "Add to the cart",
    body: contract.addToCartSchema,
    answer: contract.cartSchema,
    status: 201,
    rejections: [404, 409],
    takesKey: true,
  },
  {
    method: "patch",
    path: "/api/cart/{id}",
    summary: "Change the quantity of a line",
    body: contract.changeQuantitySchema,
    answer: contract.cartSchema,
    rejections: [404, 409],
    needsCart: true,
  },
  {
    method: "delete",
    path: "/api/cart/{id}",
    summary: "Remove a line",
    answer: contract.cartSchema,
    rejections: [404],
    needsCart: true,
  },
  {
    method: "post",
    path: "/api/orders",
    summary: "Place the order that a cart holds; asked again, it answers the same order",
    body: contract.placeOrderSchema,
    answer: contract.placedOrderSchema,
    rejections: [404, 409, 503],
  },
  {
    method: "post",
    path: "/api/orders/find",
    summary: "Mail the link to an order to its own address, if there is such an order",
    body: contract.findOrderSchema,
    status: 202,
  },
  {
    method: "get",
    path: "/api/orders/{id}",
    summary: "An order and its payment; what is personal only for its buyer",
    answer: contract.followedOrderSchema,
    rejections: [404],
  },
  {
    method: "post",
    path: "/api/orders/{id}/access",
    summary: "The secret of a mail's link for a cookie that opens this order",
    body: contract.orderKeySchema,
    status: 204,
    rejections: [404],
  },
  {
    method: "get",
    path: "/api/orders/{id}/events",
    summary: "An order followed as server-sent events: all of it at once, and again after each change",
    rejections: [404],
  },
  {
    method: "post",
    path: "/api/orders/{id}/quote",
    summary: "A new quote for an order whose Bitcoin quote ran out, while its goods are held",
    answer: contract.followedOrderSchema,
    status: 201,
    rejections: [404, 409],
  },
  {
    method: "post",
    path: "/api/orders/{id}/refund-address",
    summary: "Where the buyer wants a refund that the shop has asked about; for its buyer alone",
    body: contract.refundAddressSchema,
    answer: contract.followedOrderSchema,
    rejections: [403, 404, 409],
  },
  {
    method: "patch",
    path: "/api/orders/{id}/payment",
    summary: "Claim a payment; it changes nothing by itself",
    body: contract.claimPaymentSchema,
    answer: contract.followedOrderSchema,
    rejections: [404],
  },
  {
    method: "get",
    path: "/api/session",
    summary: "Who is signed in, if anybody",
    answer: contract.sessionSchema,
  },
  {
    method: "post",
    path: "/api/session",
    summary: "Sign in: a Firebase ID token for the shop's own cookie",
    body: contract.signInSchema,
    answer: contract.sessionSchema,
    rejections: [401, 409, 503],
  },
  { method: "delete", path: "/api/session", summary: "Sign out", status: 204 },
  {
    method: "get",
    path: "/api/account",
    summary: "The signed-in user",
    answer: contract.accountSchema,
    rejections: [401],
  },
  {
    method: "patch",
    path: "/api/account",
    summary: "Change name and telephone",
    body: contract.editProfileSchema,
    answer: contract.accountSchema,
    rejections: [401],
  },
  {
    method: "delete",
    path: "/api/account",
    summary: "Delete the account, soon after a sign-in; its orders are made anonymous",
    status: 204,
    rejections: [401, 403],
  },
  {
    method: "get",
    path: "/api/account/orders",
    summary: "The signed-in customer's orders, newest first, in pages",
    query: contract.orderHistoryQuerySchema,
    answer: contract.orderHistorySchema,
    rejections: [400, 401],
  },
  {
    method: "post",
    path: "/api/account/claim-orders",
    summary: "Bring orders into the account that were placed as a guest with the same verified address",
    answer: contract.claimedOrdersSchema,
    rejections: [401],
  },
  {
    method: "get",
    path: "/api/account/export",
    summary: "Everything that is kept about the signed-in customer, as a file",
    rejections: [401],
  },
  {
    method: "get",
    path: "/api/bitcoin/rate",
    summary: "Pounds for one bitcoin",
    answer: contract.bitcoinRateSchema,
    rejections: [503],
  },
  {
    method: "post",
    path: "/api/contact",
    summary: "Write to the shop",
    body: contract.contactMessageSchema,
    answer: contract.contactReceiptSchema,
    status: 201,
  },
  { method: "get", path: "/api/health", summary: "The process answers" },
  { method: "get", path: "/api/ready", summary: "The shop can take an order", rejections: [503] },
  { method: "get", path: "/api/openapi.json", summary: "This description" },
]
