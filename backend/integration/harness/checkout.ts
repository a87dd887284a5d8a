import { cartSchema, placedOrderSchema, type PlacedOrder, type PlaceOrderBody } from "@shop/contracts"
import { expect } from "vitest"
import { z } from "zod"
import { call, send } from "./call"
import { freshCartId, type MadeProduct } from "./fixtures"
import { cookiesOf } from "./shopper"

/** Creates a cart with one product, as the storefront does. */
export async function fillCart(
  product: MadeProduct,
  quantity = 1,
  cartId = freshCartId(),
  backendUrl?: string,
): Promise<string> {
  await call(cartSchema, "/api/cart", {
    method: "POST",
    body: { cartId, productId: product.id, quantity },
    backendUrl,
  })
  return cartId
}

/** The form of a shopper in London; `total` in pounds. */
export function checkoutOf(
  cartId: string,
  total: number,
  over: Partial<PlaceOrderBody> = {},
): PlaceOrderBody {
  return {
    email: "ada@example.com",
    name: "Ada Lovelace",
    address: "12 St James's Square",
    city: "London",
    postcode: "sw1y4jh",
    phone: "07700 900123",
    shippingMethod: "standard",
    paymentMethod: "bitcoin",
    shippingCost: 0,
    total,
    cartId,
    ...over,
  }
}

/** Places the order, parses the response by the contract, and keeps the browser's cookie. @param from the client's address */
export async function order(body: PlaceOrderBody, backendUrl?: string, from?: string): Promise<PlacedOrder> {
  const response = await tryOrder(body, backendUrl, from)
  const text = await response.text()
  expect(response.ok, `POST /api/orders answered ${String(response.status)}: ${text}`).toBe(true)
  const placed = z.core.parse(placedOrderSchema, JSON.parse(text))
  keepCookie(placed.id, response)
  return placed
}

const cookies = new Map<string, string>()

/** Keeps what an answer gives to the browser that ordered. */
export function keepCookie(orderId: string, answer: Response): void {
  const [setCookie] = cookiesOf(answer)
  if (setCookie !== undefined) cookies.set(orderId, setCookie.split(";")[0] ?? "")
}

/** The headers of the browser that placed this order: only it, and who opens a mailed link, may change the order. */
export const browserOf = (orderId: string): { cookie: string } => ({ cookie: cookies.get(orderId) ?? "" })

/** The raw response, for concurrent orders of which some are rejected. @param from the client's address */
export function tryOrder(body: PlaceOrderBody, backendUrl?: string, from?: string): Promise<Response> {
  return send("/api/orders", { method: "POST", body, backendUrl, headers: clientAt(from) })
}

const clientAt = (address?: string): Record<string, string> =>
  address === undefined ? {} : { "x-forwarded-for": address }
