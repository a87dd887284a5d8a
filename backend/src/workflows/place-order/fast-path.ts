import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, OrderWorkflowEvents } from "@medusajs/framework/utils"
import {
  createWorkflow,
  parallelize,
  transform,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import type { PlaceOrder } from "@shop/contracts"
import { enqueueMail, orderMail } from "../../mail/enqueue-mail"
import { providerFor } from "../../orders/payable-methods"
import { PROVIDERS } from "../../orders/payment-method"
import { causeOf } from "../../platform/config/logger"
import { readCartSnapshot, type CartSnapshot } from "./cart-snapshot"
import { findMethodRejection, findRejection, requiresStandardCheckout, totalsOf, variantOf } from "./check"
import { repairPlacedOrder } from "./repair-placed-order"
import { draftOrder, readTax, type OrderDraft, type OrderToWrite } from "./draft"
import { removeUnpaidOrder } from "../../platform/medusa-tables/unpaid-orders"
import { recordUnpaidOrder } from "./unpaid-limits"
import { findOrderOfCart, orderIdsOf } from "./order-of-cart"
import type { Buyer, Placed } from "./outcome"
import { discardIncompleteOrder } from "./discard"
import { appliedPromotions } from "../../orders/discounts/compute-discounts"
import { claimPromotionsStep, ensureCustomerStep, linkOrderStep, reserveStockStep } from "./steps"
import { insertOrderStep } from "./insert-order"
import { openPaymentStep, openSessionStep } from "./open-payment"

/**
 * Writes the rows that Medusa's own checkout leaves, without reading the cart again between them.
 * - The order comes first: after a crash everything else is found by it and removed.
 * - The link to the cart is what makes it an order, so it is written alone and after the rest.
 * - The Bitcoin address is given out when nothing can be rejected any more.
 * The caller holds the cart's lock.
 */
const placeOrderWorkflow = createWorkflow("place-order", (input: WorkflowData<OrderToWrite>) => {
  const { customerId } = ensureCustomerStep(input)
  const toWrite = transform({ input, customerId }, ({ input, customerId }) => ({ ...input, customerId }))
  const inserted = insertOrderStep(toWrite)
  claimPromotionsStep(input)
  const [, opened] = parallelize(reserveStockStep(input.reservations), openPaymentStep(toWrite))
  linkOrderStep(input)
  const bitcoin = openSessionStep(
    transform({ input, opened }, ({ input, opened }) => ({
      orderId: input.order.id,
      sessionId: opened.sessionId,
      providerId: input.providerId,
      pence: input.pricePence,
      currency: input.currency,
      label: input.shopName,
    })),
  )
  emitEventStep({
    eventName: OrderWorkflowEvents.PLACED,
    data: transform(input, ({ order }) => ({ id: order.id })),
  })
  return new WorkflowResponse(
    transform({ inserted, bitcoin }, ({ inserted, bitcoin }) => ({ number: inserted.number, bitcoin })),
  )
})

/** Places an order with our own workflow, unless only Medusa's checkout handles the cart. The caller holds the cart's lock. */
export async function placeOrderFast(
  container: MedusaContainer,
  request: PlaceOrder,
  { customerId, address }: Buyer,
): Promise<Placed | "requires_standard_checkout"> {
  const { cartId, shippingMethod } = request
  const readSnapshot = () =>
    readCartSnapshot(container, cartId, shippingMethod, { customerId, email: request.email })
  const [existing, found] = await Promise.all([findOrderOfCart(container, cartId), readSnapshot()])
  if (existing.state === "placed") {
    await repairPlacedOrder(container, existing.orderId)
    return { ok: true, orderId: existing.orderId, isNew: false, summary: null }
  }
  // Medusa's checkout began it. It may still be writing, under a lock that is taken before the cart's.
  if (existing.state === "incomplete" && existing.orderId !== orderIdsOf(cartId).order)
    return "requires_standard_checkout"
  // Closed without an order: the database failed while a failed order was being undone.
  const isLeftClosed = existing.state === "none" && found?.cart.completed_at instanceof Date
  const isIncomplete = existing.state === "incomplete" || isLeftClosed
  // What an incomplete order still holds belongs to this cart.
  if (isIncomplete) await discardIncompleteOrder(container, cartId)
  const snapshot = isIncomplete ? await readSnapshot() : found
  if (snapshot === null) return { ok: false, reason: "unknown_cart" }
  if (requiresStandardCheckout(snapshot)) return "requires_standard_checkout"
  const rejection =
    findRejection(snapshot, request) ?? (await findMethodRejection(container, request, customerId))
  if (rejection) return { ok: false, ...rejection }

  const isFree = request.total === 0
  const providerId = isFree ? null : await providerFor(container, request.paymentMethod)
  if (providerId === null && !isFree) return { ok: false, reason: "cards_not_taken" }
  const order = await orderToWrite(container, snapshot, { request, providerId }, customerId)
  const exceeded = await recordUnpaidOrder(container, snapshot, { ...request, address })
  if (exceeded) return { ok: false, ...exceeded }
  const { errors, result } = await placeOrderWorkflow(container).run({ input: order, throwOnError: false })
  const [failure] = errors
  if (!failure) {
    await confirmByMail(container, order.order)
    const summary = {
      number: result.number,
      total: order.pricePence,
      bitcoin: result.bitcoin,
      isHostedCard: providerId === PROVIDERS.card,
    }
    return { ok: true, orderId: order.order.id, isNew: true, summary }
  }
  await removeUnpaidOrder(container, { cartId })
  // Another buyer took the last one or used up the code meanwhile, or the rate was lost. Everything is undone; a second check finds the reason.
  const now = await readSnapshot()
  const reason =
    (now && findRejection(now, request)) ?? (await findMethodRejection(container, request, customerId))
  if (reason) return { ok: false, ...reason }
  throw new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    `Order ${order.order.id} was not written, '${failure.action}' failed: ${causeOf(failure.error)}`,
  )
}

/** A confirmation that cannot be enqueued does not undo the order: the recovery enqueues it later. */
async function confirmByMail(container: MedusaContainer, { id, email }: OrderDraft): Promise<void> {
  try {
    await enqueueMail(container, orderMail("order-placed", { orderId: id }, email))
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`The confirmation of order ${id} is left to the recovery: ${causeOf(error)}`)
  }
}

async function orderToWrite(
  container: MedusaContainer,
  snapshot: CartSnapshot,
  { request, providerId }: { request: PlaceOrder; providerId: string | null },
  signedIn: string | null,
): Promise<OrderToWrite> {
  const { cart, variants } = snapshot
  const ids = orderIdsOf(cart.id)
  const totals = totalsOf(snapshot)
  if (totals === null)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "A cart without a price passed the check.")
  return {
    cartId: cart.id,
    signedIn,
    order: draftOrder(snapshot, request, await readTax(container, snapshot, request)),
    reservations: cart.items.flatMap((line) => {
      const item = variantOf(line, variants)?.inventory_items[0]
      const level = item?.inventory.location_levels[0]
      return item && level
        ? [
            {
              line_item_id: ids.line(line.id),
              inventory_item_id: item.inventory_item_id,
              location_id: level.location_id,
              quantity: line.quantity,
            },
          ]
        : []
    }),
    collectionId: ids.collection,
    providerId,
    currency: cart.currency_code,
    pricePence: totals.total,
    shopName: snapshot.shopName,
    promotionIds: appliedPromotions(snapshot.discounts).map(({ id }) => id),
  }
}
