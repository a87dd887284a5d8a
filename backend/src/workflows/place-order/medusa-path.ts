import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  addShippingMethodToCartWorkflow,
  completeCartWorkflow,
  createPaymentCollectionForCartWorkflow,
  createPaymentSessionsWorkflow,
  updateCartWorkflow,
} from "@medusajs/medusa/core-flows"
import type { PlaceOrder } from "@shop/contracts"
import { goodsDiscount } from "../../orders/discounts/compute-discounts"
import { providerFor } from "../../orders/payable-methods"
import { removeMarks } from "../../platform/medusa-tables/order-marks"
import { CART_ID } from "../../platform/medusa-tables/placing"
import { penceColumn } from "../../platform/money"
import { queryGraph } from "../../platform/sql/query"
import { readCartSnapshot, type CartSnapshot } from "./cart-snapshot"
import { discountProblemOf, findMethodRejection, findRejection } from "./check"
import { repairPlacedOrder } from "./repair-placed-order"
import { deliveryAdjustments, lineAdjustments, productSnapshot, toAddress } from "./draft"
import { removeUnpaidOrder } from "../../platform/medusa-tables/unpaid-orders"
import { recordUnpaidOrder } from "./unpaid-limits"
import { discardIncompleteOrder } from "./discard"
import { findOrderOfCart } from "./order-of-cart"
import type { Buyer, Placed } from "./outcome"
import { ensureGuest } from "./steps"

const totalsRow = z.object({
  item_total: penceColumn,
  shipping_total: penceColumn,
  total: penceColumn,
  payment_collection: z.object({ id: z.string() }).nullish(),
})

const deliveryRow = z.object({
  shipping_methods: z
    .array(z.object({ id: z.string(), tax_lines: z.array(z.object({ rate: z.number() })).nullish() }))
    .nullish(),
})

/** Keeps two calls of this path, and the recovery, apart. It is taken before the cart's own lock. */
export const standardPathLock = (cartId: string) => `place-order:${cartId}`

/**
 * Places an order with Medusa's own checkout, for carts with promotions and the like: the same checks, the same answer,
 * fifteen times the work. Medusa takes the cart's lock itself, so a lock with another key keeps two calls apart.
 */
export async function placeOrderViaMedusa(
  container: MedusaContainer,
  request: PlaceOrder,
  buyer: Buyer,
): Promise<Placed> {
  return container
    .resolve(Modules.LOCKING)
    .execute([standardPathLock(request.cartId)], () => place(container, request, buyer), { timeout: 60 })
}

async function place(container: MedusaContainer, request: PlaceOrder, buyer: Buyer): Promise<Placed> {
  const existing = await findOrderOfCart(container, request.cartId)
  if (existing.state === "placed") {
    await repairPlacedOrder(container, existing.orderId)
    return { ok: true, orderId: existing.orderId, isNew: false, summary: null }
  }
  if (existing.state === "incomplete")
    await container
      .resolve(Modules.LOCKING)
      .execute([request.cartId], () => discardIncompleteOrder(container, request.cartId, existing.orderId))
  const snapshot = await readCartSnapshot(container, request.cartId, request.shippingMethod, {
    customerId: buyer.customerId,
    email: request.email,
  })
  if (snapshot === null) return { ok: false, reason: "unknown_cart" }
  const rejection = findRejection(snapshot, request)
  // Our totals know no credit and no manual prices: Medusa's own are compared below.
  if (rejection && rejection.reason !== "totals_changed") return { ok: false, ...rejection }
  if (snapshot.shippingOption === null)
    return { ok: false, reason: "no_delivery", method: request.shippingMethod }
  const unpayable = await findMethodRejection(container, request, buyer.customerId)
  if (unpayable) return { ok: false, ...unpayable }
  const isFree = request.total === 0
  const provider_id = isFree ? null : await providerFor(container, request.paymentMethod)
  if (provider_id === null && !isFree) return { ok: false, reason: "cards_not_taken" }

  const cart_id = request.cartId
  const address = toAddress(request)
  // Otherwise Medusa would assign a guest's order to the account with the typed address. It takes the customer from the
  // cart only.
  const customer_id = buyer.customerId ?? (await ensureGuest(container, request.email)).id
  // Medusa copies the metadata into the order.
  const metadata = { ...snapshot.cart.metadata, [CART_ID]: cart_id }
  await container.resolve(Modules.CART).updateCarts([{ id: cart_id, customer_id, metadata }])
  await updateCartWorkflow(container).run({
    input: { id: cart_id, email: request.email, shipping_address: address, billing_address: address },
  })
  // Before the delivery, whose price may depend on them, and again for it.
  await setDiscounts(container, snapshot)
  await addShippingMethodToCartWorkflow(container).run({
    input: { cart_id, options: [{ id: snapshot.shippingOption.id }] },
  })
  await setDiscounts(container, snapshot)
  const totals = await readTotals(container, cart_id)
  if (totals.shipping_total !== request.shippingCost || totals.total !== request.total) {
    return {
      ok: false,
      reason: "totals_changed",
      subtotal: totals.item_total + goodsDiscount(snapshot.discounts),
      discount: goodsDiscount(snapshot.discounts),
      shipping: totals.shipping_total,
      total: totals.total,
      discountProblem: discountProblemOf(snapshot),
    }
  }
  if (!totals.payment_collection)
    await createPaymentCollectionForCartWorkflow(container).run({ input: { cart_id } })
  const collection = (await readTotals(container, cart_id)).payment_collection
  if (!collection)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "Medusa created no payment collection.")
  // Medusa completes a cart of £0 without a session.
  if (provider_id !== null)
    await createPaymentSessionsWorkflow(container).run({
      input: { payment_collection_id: collection.id, provider_id },
    })
  // Medusa copies a line's metadata into the order.
  await container.resolve(Modules.CART).updateLineItems(
    snapshot.cart.items.map((line) => ({
      id: line.id,
      metadata: { ...line.metadata, ...productSnapshot(line, snapshot) },
    })),
  )
  const exceeded = await recordUnpaidOrder(container, snapshot, { ...request, address: buyer.address })
  if (exceeded) return { ok: false, ...exceeded }
  const orderId = await completeCart(container, cart_id)
  await repairPlacedOrder(container, orderId)
  return { ok: true, orderId, isNew: true, summary: null }
}

/** Replaces what Medusa computed by the discounts that the shopper was shown: in whole pence, of prices with VAT. */
async function setDiscounts(container: MedusaContainer, snapshot: CartSnapshot): Promise<void> {
  const { cart, discounts } = snapshot
  const carts = container.resolve(Modules.CART)
  const [stored] = await queryGraph(container, deliveryRow, {
    entity: "cart",
    filters: { id: cart.id },
  })
  await carts.setLineItemAdjustments(
    cart.id,
    [...discounts.lines].flatMap(([item_id, adjustments]) =>
      lineAdjustments(adjustments).map((adjustment) => ({ item_id, ...adjustment })),
    ),
  )
  await carts.setShippingMethodAdjustments(
    cart.id,
    (stored?.shipping_methods ?? []).flatMap(({ id, tax_lines }) =>
      deliveryAdjustments(snapshot, tax_lines ?? []).map((adjustment) => ({
        shipping_method_id: id,
        ...adjustment,
      })),
    ),
  )
}

/** Completes the cart. Its id in the order's metadata, removed last, says that Medusa may not have written all of the order. */
async function completeCart(container: MedusaContainer, cartId: string): Promise<string> {
  try {
    const { id } = (await completeCartWorkflow(container).run({ input: { id: cartId } })).result
    await removeMarks(container, { orderId: id, keys: [CART_ID] })
    return id
  } catch (error) {
    await removeUnpaidOrder(container, { cartId })
    throw error
  }
}

async function readTotals(container: MedusaContainer, cartId: string) {
  const [totals] = await queryGraph(container, totalsRow, {
    entity: "cart",
    fields: ["item_total", "shipping_total", "total", "payment_collection.id"],
    filters: { id: cartId },
  })
  if (!totals) throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The cart is gone.")
  return totals
}
