import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { updateLineItemInCartWorkflow } from "@medusajs/medusa/core-flows"
import type { Shop } from "../../catalogue"
import { FULL_ROAD, needsFullRoad } from "./full-road"
import { findGoods, priceOf } from "./goods"
import { linePrice } from "./line-item"
import { refuse, type CartOutcome } from "./outcome"
import { cartOfLine, readCart } from "./read-cart"
import { tellCartChanged } from "./tell-cart-changed"
import { underCartLock } from "./under-cart-lock"

export interface ChangeCartLine {
  lineId: string
  quantity: number
  /** The caller's cart, when they have said; a line of another is unknown to them. */
  cartId: string | undefined
}

/** Sets how many of a product lie in a cart, at its price of today. */
export async function changeCartLine(
  container: MedusaContainer,
  shop: Shop,
  change: ChangeCartLine,
): Promise<CartOutcome> {
  const cartId = await cartOfLine(container, change.lineId)
  if (!cartId || (change.cartId && change.cartId !== cartId)) return refuse({ because: "unknown_line" })
  const outcome = await underCartLock(container, cartId, () => changeLeanly(container, shop, cartId, change))
  if (outcome !== FULL_ROAD) return outcome
  await updateLineItemInCartWorkflow(container).run({
    input: { cart_id: cartId, item_id: change.lineId, update: { quantity: change.quantity } },
  })
  return { ok: true, cartId }
}

async function changeLeanly(
  container: MedusaContainer,
  shop: Shop,
  cartId: string,
  change: ChangeCartLine,
): Promise<CartOutcome | typeof FULL_ROAD> {
  const cart = await readCart(container, cartId)
  const line = cart?.lines.find((candidate) => candidate.id === change.lineId)
  if (!cart || !line) return refuse({ because: "unknown_line" })
  if (cart.isCompleted) return refuse({ because: "cart_completed" })

  const { productId, variantId } = line
  const goods = productId && variantId ? await findGoods(container, shop, productId, variantId) : undefined
  const { quantity } = change
  const available = goods?.stock ?? 0
  if (!goods || quantity > available) {
    return refuse({ because: "out_of_stock", name: line.title, available, inCart: 0 })
  }
  const [price, isFullRoad] = await Promise.all([
    priceOf(container, shop, goods.content, quantity),
    needsFullRoad(container, cart),
  ])
  if (!price) return refuse({ because: "out_of_stock", name: line.title, available: 0, inCart: 0 })
  if (isFullRoad) return FULL_ROAD
  await container.resolve(Modules.CART).updateLineItems([{ id: line.id, quantity, ...linePrice(price) }])
  await tellCartChanged(container, cartId, "updated")
  return { ok: true, cartId }
}
