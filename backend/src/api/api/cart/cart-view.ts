import type { MedusaContainer } from "@medusajs/framework/types"
import type { CartItem, ProductVariant } from "@shop/contracts"
import { currentCatalogue, imageAddress, type Entry } from "../../../catalogue"
import { toPence, toPounds } from "../../../query/money"
import { readCart, type CartLine } from "../../../workflows/cart/cart-state"
import { findOrderOfCart } from "../../../workflows/place-order/order-of-cart"

/** What the shop says of a cart: one that has become an order is empty, and says which. */
export interface CartView {
  exists: boolean
  orderId: string | null
  items: CartItem[]
}

/** A cart with its products as the shop shows them now; an unknown cart is an empty one. */
export async function viewCart(container: MedusaContainer, cartId: string): Promise<CartView> {
  const [cart, catalogue] = await Promise.all([readCart(container, cartId), currentCatalogue(container)])
  if (!cart) return { exists: false, orderId: null, items: [] }
  if (cart.isCompleted) {
    const order = await findOrderOfCart(container, cartId)
    return { exists: true, orderId: order.state === "placed" ? order.orderId : null, items: [] }
  }
  const items = cart.lines.map((line) => {
    const entry = line.productId === null ? undefined : catalogue.byId(line.productId)
    const variant = entry?.variants.find(({ id }) => id === line.variantId)
    const product = entry && variant ? shown(entry, variant) : remembered(line)
    return { id: line.id, quantity: line.quantity, product }
  })
  return { exists: true, orderId: null, items }
}

/** Today's price and not the line's: it is what placing the order will reckon with. */
function shown({ product, variants }: Entry, variant: ProductVariant): CartItem["product"] {
  const { id, slug, name, image } = product
  const { weight, price, stock } = variant
  const which = variants.length > 1 ? { variantId: variant.id } : {}
  return { id, slug, name, image, weight, price, stock, ...which }
}

/** A product that is no longer sold, as the line remembers it; there is none of it to be had. */
function remembered(line: CartLine): CartItem["product"] {
  return {
    id: line.productId ?? "",
    slug: line.handle ?? "",
    name: line.title,
    image: imageAddress(line.thumbnail),
    weight: line.variantTitle ?? "",
    price: toPounds(toPence(line.unitPrice)),
    stock: 0,
  }
}
