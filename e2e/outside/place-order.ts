import type { APIRequestContext } from "@playwright/test"
import { type PlacedOrder, placedOrderSchema, type Product } from "@shop/contracts"
import { aCartId } from "../screens/cart"
import type { Buyer } from "../screens/checkout"

/** What is bought, by whom. */
export interface Wish {
  product: Product
  quantity: number
  paymentMethod: PlacedOrder["paymentMethod"]
  buyer: Buyer
}

/**
 * Places an order, free of delivery, by the calls that the shop's pages make: as whoever these calls are signed in as.
 * @param calls lead to the storefront by themselves (`baseURL`)
 * @throws Error with the shop's answer when it refuses
 */
export async function placeOrder(
  calls: APIRequestContext,
  { product, quantity, paymentMethod, buyer }: Wish,
): Promise<PlacedOrder> {
  const post = async (path: string, data: object): Promise<unknown> => {
    const response = await calls.post(path, { data })
    if (!response.ok()) throw new Error(`${path}: ${String(response.status())} ${await response.text()}`)
    return response.json()
  }
  const cartId = aCartId()
  await post("/api/cart", { cartId, productId: product.id, quantity })
  const order = await post("/api/orders", {
    ...buyer,
    cartId,
    shippingMethod: "standard",
    shippingCost: 0,
    paymentMethod,
    total: (Math.round(Number(product.price) * 100) * quantity) / 100,
  })
  return placedOrderSchema.parse(order)
}
