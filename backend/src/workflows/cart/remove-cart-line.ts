import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { deleteLineItemsWorkflow } from "@medusajs/medusa/core-flows"
import { FULL_ROAD, needsFullRoad } from "./full-road"
import { refuse, type CartOutcome } from "./outcome"
import { cartOfLine, readCart } from "./read-cart"
import { tellCartChanged } from "./tell-cart-changed"
import { underCartLock } from "./under-cart-lock"

export interface RemoveCartLine {
  lineId: string
  /** The caller's cart, when they have said; a line of another is unknown to them. */
  cartId: string | undefined
}

/** Takes a line out of a cart. */
export async function removeCartLine(
  container: MedusaContainer,
  remove: RemoveCartLine,
): Promise<CartOutcome> {
  const cartId = await cartOfLine(container, remove.lineId)
  if (!cartId || (remove.cartId && remove.cartId !== cartId)) return refuse({ because: "unknown_line" })
  const outcome = await underCartLock(container, cartId, () => removeLeanly(container, cartId, remove.lineId))
  if (outcome !== FULL_ROAD) return outcome
  await deleteLineItemsWorkflow(container).run({ input: { cart_id: cartId, ids: [remove.lineId] } })
  return { ok: true, cartId }
}

async function removeLeanly(
  container: MedusaContainer,
  cartId: string,
  lineId: string,
): Promise<CartOutcome | typeof FULL_ROAD> {
  const cart = await readCart(container, cartId)
  if (!cart?.lines.some((line) => line.id === lineId)) return refuse({ because: "unknown_line" })
  if (cart.isCompleted) return refuse({ because: "cart_completed" })
  if (await needsFullRoad(container, cart)) return FULL_ROAD
  await container.resolve(Modules.CART).softDeleteLineItems([lineId])
  await tellCartChanged(container, cartId, "updated")
  return { ok: true, cartId }
}
