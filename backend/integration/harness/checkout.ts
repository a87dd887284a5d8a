import { cartSchema, placedOrderSchema, type PlacedOrder, type PlaceOrderBody } from "@shop/contracts"
import { call, send } from "./call"
import { freshCartId, type MadeProduct } from "./fixtures"

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

/** Places the order and parses the response by the contract. @param from the client's address */
export function order(body: PlaceOrderBody, backendUrl?: string, from?: string): Promise<PlacedOrder> {
  return call(placedOrderSchema, "/api/orders", { method: "POST", body, backendUrl, headers: clientAt(from) })
}

/** The raw response, for concurrent orders of which some are rejected. @param from the client's address */
export function tryOrder(body: PlaceOrderBody, backendUrl?: string, from?: string): Promise<Response> {
  return send("/api/orders", { method: "POST", body, backendUrl, headers: clientAt(from) })
}

const clientAt = (address?: string): Record<string, string> =>
  address === undefined ? {} : { "x-forwarded-for": address }
