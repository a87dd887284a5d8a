import type { MedusaRequest } from "@medusajs/framework/http"
import { type CartDiscount, type CartItem, type ProductVariant, toPounds } from "@shop/contracts"
import { currentCatalogue, imageAddress, sizeName, type Entry } from "../../../catalogue"
import { findSession } from "../../signed-in"
import { discountOfCart } from "../../../workflows/cart/cart-discount"
import { toPence } from "../../../platform/money"
import { readCart, type CartLine, type CartState } from "../../../workflows/cart/cart-state"
import { findOrderOfCart } from "../../../workflows/place-order/order-of-cart"

/** A cart as the API returns it. A cart that became an order is empty and has the order's id. */
export interface CartView {
  exists: boolean
  orderId: string | null
  items: CartItem[]
  /** Null without a code and without automatic promotions that apply. */
  discount: CartDiscount | null
}

const NO_CART: CartView = { exists: false, orderId: null, items: [], discount: null }

/** An unknown cart is empty. `discount`: if a change of the cart has just computed it. */
export async function viewCart(
  request: MedusaRequest,
  cartId: string,
  discount?: CartDiscount,
): Promise<CartView> {
  const container = request.scope
  const [cart, catalogue] = await Promise.all([readCart(container, cartId), currentCatalogue(container)])
  if (!cart) return NO_CART
  if (cart.isCompleted) {
    const order = await findOrderOfCart(container, cartId)
    return { ...NO_CART, exists: true, orderId: order.state === "placed" ? order.orderId : null }
  }
  const items = cart.lines.map((line) => {
    const entry = line.productId === null ? undefined : catalogue.byId(line.productId)
    const variant = entry?.variants.find(({ id }) => id === line.variantId)
    const product = entry && variant ? shown(entry, variant) : remembered(line)
    return { id: line.id, quantity: line.quantity, product }
  })
  return { exists: true, orderId: null, items, discount: discount ?? (await readDiscount(request, cart)) }
}

async function readDiscount(request: MedusaRequest, cart: CartState): Promise<CartDiscount | null> {
  if (cart.code === null && !cart.hasAutomaticPromotion) return null
  const session = await findSession(request)
  return discountOfCart(request.scope, cart, session?.customerId ?? null)
}

/** The current price, not the line's: placing the order uses it too. */
function shown({ product, variants }: Entry, variant: ProductVariant): CartItem["product"] {
  const { id, slug, name, image } = product
  const { weight, price, originalPrice, stock } = variant
  const which = variants.length > 1 ? { variantId: variant.id } : {}
  return { id, slug, name, image, weight, price, ...(originalPrice && { originalPrice }), stock, ...which }
}

/** A product that is no longer sold, from the data of the line, with stock 0. */
function remembered(line: CartLine): CartItem["product"] {
  return {
    id: line.productId ?? "",
    slug: line.handle ?? "",
    name: line.title,
    image: imageAddress(line.thumbnail),
    weight: sizeName(line.variantTitle),
    price: toPounds(toPence(line.unitPrice)),
    stock: 0,
  }
}
