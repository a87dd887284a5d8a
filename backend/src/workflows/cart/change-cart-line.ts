import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { deleteLineItemsWorkflow, updateLineItemInCartWorkflow } from "@medusajs/medusa/core-flows"
import type { Shop } from "../../catalogue"
import { cartOfLine } from "../../platform/medusa-tables/carts"
import {
  emitCartChanged,
  readCart,
  reject,
  STANDARD_PATH,
  withCartLocked,
  type CartLine,
  type CartOutcome,
} from "./cart-state"
import { findSellableVariant, priceOf } from "./sellable-variant"
import { updateLine } from "./write-line"

interface LineOfCart {
  lineId: string
  /** The caller's cart, if known: a line of another cart is unknown. */
  cartId: string | undefined
}

/** Sets the quantity of a cart's line, at today's price. */
export function changeCartLine(
  container: MedusaContainer,
  shop: Shop,
  { quantity, ...change }: LineOfCart & { quantity: number },
): Promise<CartOutcome> {
  return changeLine(container, change, {
    async prepare(line, cartId) {
      const { productId, variantId, title: name } = line
      const variant =
        productId && variantId ? await findSellableVariant(container, shop, productId, variantId) : undefined
      const available = variant?.stock ?? 0
      if (!variant || quantity > available)
        return reject({ reason: "out_of_stock", name, available, inCart: 0 })
      const price = await priceOf(container, shop, variant.content)
      if (!price) return reject({ reason: "out_of_stock", name, available: 0, inCart: 0 })
      return () => updateLine(container, line.id, { cartId, quantity, price })
    },
    viaMedusa: (cart_id) =>
      updateLineItemInCartWorkflow(container).run({
        input: { cart_id, item_id: change.lineId, update: { quantity } },
      }),
  })
}

export function removeCartLine(container: MedusaContainer, remove: LineOfCart): Promise<CartOutcome> {
  const ids = [remove.lineId]
  return changeLine(container, remove, {
    prepare: () => Promise.resolve(() => container.resolve(Modules.CART).softDeleteLineItems(ids)),
    viaMedusa: (cart_id) => deleteLineItemsWorkflow(container).run({ input: { cart_id, ids } }),
  })
}

interface Change {
  /** Checks the change under the cart's lock. @returns a rejection, or what writes it */
  prepare: (line: CartLine, cartId: string) => Promise<CartOutcome | (() => Promise<unknown>)>
  viaMedusa: (cartId: string) => Promise<unknown>
}

async function changeLine(
  container: MedusaContainer,
  { lineId, cartId: claimed }: LineOfCart,
  { prepare, viaMedusa }: Change,
): Promise<CartOutcome> {
  const [cartId] = await cartOfLine(container, { line: lineId })
  if (!cartId || (claimed && claimed !== cartId)) return reject({ reason: "unknown_line" })
  const outcome = await withCartLocked(container, cartId, async () => {
    const cart = await readCart(container, cartId)
    const line = cart?.lines.find(({ id }) => id === lineId)
    if (!cart || !line) return reject({ reason: "unknown_line" })
    if (cart.isCompleted) return reject({ reason: "cart_completed" })
    const prepared = await prepare(line, cartId)
    if (typeof prepared !== "function") return prepared
    if (cart.requiresStandardPath) return STANDARD_PATH
    await prepared()
    await emitCartChanged(container, cartId, "updated")
    return { ok: true, cartId } as const
  })
  if (outcome !== STANDARD_PATH) return outcome
  await viaMedusa(cartId)
  return { ok: true, cartId }
}
