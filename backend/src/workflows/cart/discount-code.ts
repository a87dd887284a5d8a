import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { discountOfCart } from "./cart-discount"
import { findPromotionOfCode } from "../../discounts/why-not"
import { querySql } from "../../query/query"
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
    await unlinkCodes(container, cartId)
    await container
      .resolve(ContainerRegistrationKeys.LINK)
      .create({ [Modules.CART]: { cart_id: cartId }, [Modules.PROMOTION]: { promotion_id: promotion.id } })
    await emitCartChanged(container, cartId, "updated")
    return { ok: true, cartId }
  })
}

/** Removes the code of a cart. Without a code nothing changes. */
export function removeDiscountCode(container: MedusaContainer, cartId: string): Promise<CartOutcome> {
  return withCartLocked(container, cartId, async () => {
    const cart = await readCart(container, cartId)
    if (!cart) return reject({ reason: "empty_cart" })
    if (cart.isCompleted) return reject({ reason: "cart_completed" })
    if (await unlinkCodes(container, cartId)) await emitCartChanged(container, cartId, "updated")
    return { ok: true, cartId }
  })
}

const linkedRow = z.object({ promotionId: z.string() })

/** @returns whether there was one */
async function unlinkCodes(container: MedusaContainer, cartId: string): Promise<boolean> {
  const linked = await querySql(
    container,
    linkedRow,
    `select l.promotion_id as "promotionId" from cart_promotion l join promotion p on p.id = l.promotion_id
      where l.cart_id = :cart and l.deleted_at is null and not p.is_automatic`,
    { cart: cartId },
  )
  await container.resolve(ContainerRegistrationKeys.LINK).dismiss(
    linked.map(({ promotionId }) => ({
      [Modules.CART]: { cart_id: cartId },
      [Modules.PROMOTION]: { promotion_id: promotionId },
    })),
  )
  return linked.length > 0
}
