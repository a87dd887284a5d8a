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
  refusals?: readonly number[]
  /** The header that names the caller's cart. */
  needsCart?: true
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
    refusals: [400],
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
    refusals: [404],
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
    refusals: [404],
  },
  {
    method: "get",
    path: "/api/categories/{id}/products",
    summary: "The products of a category",
    answer: products,
    refusals: [404],
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
    refusals: [400],
  },
  {
    method: "post",
    path: "/api/cart",
    summary: "Add to the cart",
    body: contract.addToCartSchema,
    answer: contract.cartSchema,
    refusals: [404, 409],
  },
  {
    method: "patch",
    path: "/api/cart/{id}",
    summary: "Change the quantity of a line",
    body: contract.changeQuantitySchema,
    answer: contract.cartSchema,
    refusals: [404, 409],
    needsCart: true,
  },
  {
    method: "delete",
    path: "/api/cart/{id}",
    summary: "Remove a line",
    answer: contract.cartSchema,
    refusals: [404],
    needsCart: true,
  },
  {
    method: "post",
    path: "/api/orders",
    summary: "Place the order that a cart holds; asked again, it answers the same order",
    body: contract.placeOrderSchema,
    answer: contract.placedOrderSchema,
    refusals: [404, 409, 503],
  },
  {
    method: "get",
    path: "/api/orders/{id}",
    summary: "An order and its payment, without personal data",
    answer: contract.orderSchema,
    refusals: [404],
  },
  {
    method: "get",
    path: "/api/orders/{id}/events",
    summary: "An order followed as server-sent events: all of it at once, and again after each change",
    refusals: [404],
  },
  {
    method: "post",
    path: "/api/orders/{id}/quote",
    summary: "A new quote for an order whose Bitcoin quote ran out, while its goods are held",
    answer: contract.orderSchema,
    status: 201,
    refusals: [404, 409],
  },
  {
    method: "patch",
    path: "/api/orders/{id}/payment",
    summary: "Claim a payment; it changes nothing by itself",
    body: contract.claimPaymentSchema,
    answer: contract.orderSchema,
    refusals: [404],
  },
  {
    method: "get",
    path: "/api/bitcoin/rate",
    summary: "Pounds for one bitcoin",
    answer: contract.bitcoinRateSchema,
    refusals: [503],
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
  { method: "get", path: "/api/ready", summary: "The shop can take an order", refusals: [503] },
  { method: "get", path: "/api/openapi.json", summary: "This description" },
]
