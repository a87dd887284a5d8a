import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { updateLineItemInCartWorkflow } from "@medusajs/medusa/core-flows"
import type { Shop } from "../../catalogue"
import { STANDARD_PATH, requiresStandardPath } from "./standard-path"
import { findSellableVariant, priceOf } from "./sellable-variant"
import { linePrice } from "./line-item"
import { reject, type CartOutcome } from "./outcome"
import { cartOfLine, readCart } from "./read-cart"
import { emitCartChanged } from "./emit-cart-changed"
import { withCartLocked } from "./with-cart-locked"

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
  if (!cartId || (change.cartId && change.cartId !== cartId)) return reject({ reason: "unknown_line" })
  const outcome = await withCartLocked(container, cartId, () => changeFast(container, shop, cartId, change))
  if (outcome !== STANDARD_PATH) return outcome
  await updateLineItemInCartWorkflow(container).run({
    input: { cart_id: cartId, item_id: change.lineId, update: { quantity: change.quantity } },
  })
  return { ok: true, cartId }
}

async function changeFast(
  container: MedusaContainer,
  shop: Shop,
  cartId: string,
  change: ChangeCartLine,
): Promise<CartOutcome | typeof STANDARD_PATH> {
  const cart = await readCart(container, cartId)
  const line = cart?.lines.find((candidate) => candidate.id === change.lineId)
  if (!cart || !line) return reject({ reason: "unknown_line" })
  if (cart.isCompleted) return reject({ reason: "cart_completed" })

  const { productId, variantId } = line
  const variant =
    productId && variantId ? await findSellableVariant(container, shop, productId, variantId) : undefined
  const { quantity } = change
  const available = variant?.stock ?? 0
  if (!variant || quantity > available) {
    return reject({ reason: "out_of_stock", name: line.title, available, inCart: 0 })
  }
  const [price, isFullRoad] = await Promise.all([
    priceOf(container, shop, variant.content, quantity),
    requiresStandardPath(container, cart),
  ])
  if (!price) return reject({ reason: "out_of_stock", name: line.title, available: 0, inCart: 0 })
  if (isFullRoad) return STANDARD_PATH
  await container.resolve(Modules.CART).updateLineItems([{ id: line.id, quantity, ...linePrice(price) }])
  await emitCartChanged(container, cartId, "updated")
  return { ok: true, cartId }
}
