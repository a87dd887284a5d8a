import type { MedusaContainer } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import { discountOfCart } from "./cart-discount"
import { findPromotionOfCode } from "../../orders/discounts/why-not"
import { linkCode, unlinkCodes } from "../../platform/medusa-tables/carts"
import { emitCartChanged, readCart, reject, withCartLocked, type CartOutcome } from "./cart-state"

/**
 * Only Medusa's link of cart and promotion is stored: what the code takes off is computed whenever the cart is read
 * or ordered. If it takes nothing off this cart, it is rejected and the code before stays. `customerId`: null for a
 * guest.
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
