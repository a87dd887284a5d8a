import type { MedusaContainer } from "@medusajs/framework/types"
import { generateEntityId, MedusaError, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { reserveStock, withStockLocked, type Reservation } from "medusa-payments/workflows"
import { claimPromotions } from "../../orders/discounts/promotion-usage"
import { findGuest, insertGuest } from "../../platform/medusa-tables/customers"
import { linkOrder } from "../../platform/medusa-tables/placing"
import type { OrderToWrite } from "./draft"

export const ensureCustomerStep = createStep(
  "ensure-customer",
  async ({ order, signedIn }: OrderToWrite, { container }) => {
    if (signedIn !== null) return new StepResponse({ customerId: signedIn }, null)
    const guest = await ensureGuest(container, order.email)
    return new StepResponse({ customerId: guest.id }, guest.isNew ? guest.id : null)
  },
  async (createdId, { container }) => {
    if (!createdId) return
    const [order] = await container
      .resolve(Modules.ORDER)
      .listOrders({ customer_id: createdId }, { take: 1, select: ["id"] })
    if (!order) await container.resolve(Modules.CUSTOMER).deleteCustomers([createdId])
  },
)

/** The guest customer of an email address, created with its first order. Never an account: typing an address proves nothing. */
export async function ensureGuest(
  container: MedusaContainer,
  email: string,
): Promise<{ id: string; isNew: boolean }> {
  const id = generateEntityId(undefined, "cus")
  const [made] = await insertGuest(container, { id, email })
  if (made) return { id: made, isNew: true }
  const [known] = await findGuest(container, { email })
  if (!known) throw new MedusaError(MedusaError.Types.CONFLICT, "The guest customer was deleted meanwhile.")
  return { id: known, isNew: false }
}

export const claimPromotionsStep = createStep(
  "claim-promotions",
  async ({ order, promotionIds, signedIn }: OrderToWrite, { container }) => {
    if (promotionIds.length > 0)
      await claimPromotions(container, order.id, promotionIds, { accountId: signedIn, email: order.email })
    return new StepResponse(null)
  },
)

/** Links the order to its cart, which makes it an order. */
export const linkOrderStep = createStep(
  "link-order",
  async ({ order, cartId }: OrderToWrite, { container }) => {
    const link = generateEntityId(undefined, "ordercart")
    await linkOrder(container, { link, orderId: order.id, cartId })
    return new StepResponse(null)
  },
)

/** @throws MedusaError when there is not enough left; what was reserved before stays until the order is discarded */
export const reserveStockStep = createStep(
  "reserve-stock",
  async (reservations: Reservation[], { container }) => {
    const items = reservations.map(({ inventory_item_id }) => inventory_item_id)
    await withStockLocked(container, items, () => reserveStock(container, reservations))
    return new StepResponse(null)
  },
)
