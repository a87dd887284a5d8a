import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { deleteLineItemsWorkflow, updateLineItemInCartWorkflow } from "@medusajs/medusa/core-flows"
import type { Shop } from "../../catalogue"
import {
  cartOfLine,
  emitCartChanged,
  readCart,
  reject,
  STANDARD_PATH,
  withCartLocked,
  type CartOutcome,
} from "./cart-state"
import { findSellableVariant, priceOf } from "./sellable-variant"
import { updateLine } from "./write-line"

export interface ChangeCartLine {
  lineId: string
  quantity: number
  /** The caller's cart, if known: a line of another cart is unknown. */
  cartId: string | undefined
}

/** Sets the quantity of a cart's line, at today's price. */
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
  const price = await priceOf(container, shop, variant.content, quantity)
  if (!price) return reject({ reason: "out_of_stock", name: line.title, available: 0, inCart: 0 })
  if (cart.requiresStandardPath) return STANDARD_PATH
  await updateLine(container, line.id, { cartId, quantity, price })
  await emitCartChanged(container, cartId, "updated")
  return { ok: true, cartId }
}

export interface RemoveCartLine {
  lineId: string
  /** The caller's cart, if known: a line of another cart is unknown. */
  cartId: string | undefined
}

/** Removes a line from a cart. */
export async function removeCartLine(
  container: MedusaContainer,
  remove: RemoveCartLine,
): Promise<CartOutcome> {
  const cartId = await cartOfLine(container, remove.lineId)
  if (!cartId || (remove.cartId && remove.cartId !== cartId)) return reject({ reason: "unknown_line" })
  const outcome = await withCartLocked(container, cartId, () => removeFast(container, cartId, remove.lineId))
  if (outcome !== STANDARD_PATH) return outcome
  await deleteLineItemsWorkflow(container).run({ input: { cart_id: cartId, ids: [remove.lineId] } })
  return { ok: true, cartId }
}

async function removeFast(
  container: MedusaContainer,
  cartId: string,
  lineId: string,
): Promise<CartOutcome | typeof STANDARD_PATH> {
  const cart = await readCart(container, cartId)
  if (!cart?.lines.some((line) => line.id === lineId)) return reject({ reason: "unknown_line" })
  if (cart.isCompleted) return reject({ reason: "cart_completed" })
  if (cart.requiresStandardPath) return STANDARD_PATH
  await container.resolve(Modules.CART).softDeleteLineItems([lineId])
  await emitCartChanged(container, cartId, "updated")
  return { ok: true, cartId }
}
