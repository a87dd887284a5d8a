import type { MedusaContainer } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import { discountOfCart } from "./cart-discount"
import { findPromotionOfCode } from "../../orders/discounts/why-not"
import { linkCode, unlinkCodes } from "../../platform/medusa-tables/carts"
import { emitCartChanged, readCart, reject, withCartLocked, type CartOutcome } from "./cart-state"

/**
 * Applies a discount code to a cart, instead of the one before. Medusa's link between cart and promotion is all that is
 * stored: what the code takes off is computed from today's prices whenever the cart is read or ordered.
 * @param customerId the signed-in customer; null for a guest
 * @returns a rejection, and the code before stays, if the code takes nothing off this cart
 */
export function applyDiscountCode(
  container: MedusaContainer,
  cartId: string,
  typed: string,
  customerId: string | null,
): Promise<CartOutcome> {
  return withCartLocked(container, cartId, async () => {
    const cart = await readCart(container, cartId)
    if (!cart || cart.lines.length === 0) return reject({ reason: "empty_cart" })
    if (cart.isCompleted) return reject({ reason: "cart_completed" })
    const promotion = await findPromotionOfCode(container, typed)
    const code = promotion?.code ?? typed
    const discount = await discountOfCart(container, { ...cart, code }, customerId)
    if (!promotion || discount === null || discount.problem !== null)
      return reject({ reason: "code_refused", sentence: discount?.problem ?? "" })
    await unlinkCodes(container, { cart: cartId })
    const link = generateEntityId(undefined, "cartpromo")
    await linkCode(container, { link, cart: cartId, promotion: promotion.id })
    await emitCartChanged(container, cartId, "updated")
    return { ok: true, cartId, discount }
  })
}

/** Removes the code of a cart. Without a code nothing changes. */
export function removeDiscountCode(container: MedusaContainer, cartId: string): Promise<CartOutcome> {
  return withCartLocked(container, cartId, async () => {
    const cart = await readCart(container, cartId)
    if (!cart) return reject({ reason: "empty_cart" })
    if (cart.isCompleted) return reject({ reason: "cart_completed" })
    const [removed] = await unlinkCodes(container, { cart: cartId })
    if (removed !== undefined) await emitCartChanged(container, cartId, "updated")
    return { ok: true, cartId }
  })
}
