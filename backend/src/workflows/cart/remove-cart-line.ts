import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { deleteLineItemsWorkflow } from "@medusajs/medusa/core-flows"
import { STANDARD_PATH, requiresStandardPath } from "./standard-path"
import { reject, type CartOutcome } from "./outcome"
import { cartOfLine, readCart } from "./read-cart"
import { emitCartChanged } from "./emit-cart-changed"
import { withCartLocked } from "./with-cart-locked"

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
  if (await requiresStandardPath(container, cart)) return STANDARD_PATH
  await container.resolve(Modules.CART).softDeleteLineItems([lineId])
  await emitCartChanged(container, cartId, "updated")
  return { ok: true, cartId }
}
