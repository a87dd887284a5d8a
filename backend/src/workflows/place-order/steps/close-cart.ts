import { Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

/** Closes the cart: it reads as empty from now on. */
export const closeCartStep = createStep(
  "close-cart",
  async (cart: { id: string; email: string; customer_id: string }, { container }) => {
    await container.resolve(Modules.CART).updateCarts([{ ...cart, completed_at: new Date() }])
    return new StepResponse(null, cart.id)
  },
  async (cartId, { container }) => {
    if (cartId)
      await container
        .resolve(Modules.CART)
        .updateCarts([{ id: cartId, completed_at: null, email: null, customer_id: null }])
  },
)
