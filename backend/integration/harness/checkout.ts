import { cartSchema, placedOrderSchema, type PlacedOrder, type PlaceOrderBody } from "@shop/contracts"
import { call, send } from "./call"
import { freshCartId, type MadeProduct } from "./fixtures"

/** A cart with one product in it, as the storefront fills it. */
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

/** What a shopper in London types; `total` in pounds. */
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

/** Places the order and reads the answer by the contract. */
export function order(body: PlaceOrderBody, backendUrl?: string): Promise<PlacedOrder> {
  return call(placedOrderSchema, "/api/orders", { method: "POST", body, backendUrl })
}

/** The bare answer, for races in which some are refused. */
export function tryOrder(body: PlaceOrderBody, backendUrl?: string): Promise<Response> {
  return send("/api/orders", { method: "POST", body, backendUrl })
}
