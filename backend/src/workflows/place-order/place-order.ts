import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import type { PlaceOrder } from "@shop/contracts"
import type { CartSnapshot } from "./cart-snapshot"
import { findBitcoinRejection } from "./bitcoin-rejection"
import { canUseFastPath, findRejection, totalsOf, variantOf } from "./check"
import { completeOrder } from "./complete-order"
import { draftOrder } from "./draft-order"
import { findOrderOfCart } from "./find-order"
import { orderIdsOf } from "./order-ids"
import { PROVIDERS } from "./payment-providers"
import { placeOrderViaMedusa } from "./medusa-path"
import { readCartSnapshot } from "./read-cart-snapshot"
import { readTax } from "./read-tax"
import type { Placed } from "./outcome"
import { discardIncompleteOrder } from "./discard-incomplete-order"
import { placeOrderWorkflow, type OrderToWrite } from "./fast-path"

/** Longer than any order takes; whoever waits this long is told to try again. */
const LOCK_SECONDS = 30

/**
 * Turns a cart into one order, however often and from wherever it is asked: a cart that became an order answers that
 * order. The client's figures are only compared with ours. Rejections are values; whatever throws is a fault of ours, and
 * has left nothing behind.
 * @param signedIn the customer it will belong to; null for a guest
 */
export async function placeOrder(
  container: MedusaContainer,
  request: PlaceOrder,
  signedIn: string | null = null,
): Promise<Placed> {
  const placed = await container
    .resolve(Modules.LOCKING)
    .execute([request.cartId], () => placeOrderFast(container, request, signedIn), {
      timeout: LOCK_SECONDS,
    })
  // Medusa's own checkout takes the cart's lock itself, so ours has to be free by then.
  return placed === "requires_standard_checkout" ? placeOrderViaMedusa(container, request, signedIn) : placed
}

async function placeOrderFast(
  container: MedusaContainer,
  request: PlaceOrder,
  signedIn: string | null,
): Promise<Placed | "requires_standard_checkout"> {
  const [existing, found] = await Promise.all([
    findOrderOfCart(container, request.cartId),
    readCartSnapshot(container, request.cartId, request.shippingMethod),
  ])
  if (existing.state === "placed") {
    await completeOrder(container, existing.orderId)
    return { ok: true, orderId: existing.orderId, isNew: false, receipt: null }
  }
  // Closed, and no order has it: the database went away while an order that failed was being undone.
  const isLeftClosed = existing.state === "none" && found?.cart.completed_at instanceof Date
  const isIncomplete = existing.state === "incomplete" || isLeftClosed
  const snapshot = isIncomplete ? await afterDiscarding(container, request) : found
  if (snapshot === null) return { ok: false, reason: "unknown_cart" }
  if (snapshot.cart.items.length > 0 && !canUseFastPath(snapshot)) return "requires_standard_checkout"
  const rejection = findRejection(snapshot, request) ?? (await findBitcoinRejection(container, request))
  if (rejection) return { ok: false, ...rejection }

  const order = await orderToWrite(container, snapshot, request, signedIn)
  const { errors, result } = await placeOrderWorkflow(container).run({ input: order, throwOnError: false })
  const [failure] = errors
  if (!failure) {
    const receipt = { number: result.number, total: order.pricePence, bitcoin: result.bitcoin ?? null }
    return { ok: true, orderId: order.order.id, isNew: true, receipt }
  }
  // Somebody bought the last one while we were writing, or the rate was lost: everything is undone, and asking anew
  // says why.
  const now = await readCartSnapshot(container, request.cartId, request.shippingMethod)
  const reason = (now && findRejection(now, request)) ?? (await findBitcoinRejection(container, request))
  if (reason) return { ok: false, ...reason }
  throw new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    `Order ${order.order.id} was not written, '${failure.action}' failed: ${messageOf(failure.error)}`,
  )
}

/** The snapshot without what a half-made order still holds: its stock is this cart's own. */
async function afterDiscarding(container: MedusaContainer, request: PlaceOrder) {
  await discardIncompleteOrder(container, request.cartId)
  return readCartSnapshot(container, request.cartId, request.shippingMethod)
}

/** The workflow engine hands errors on as plain objects; a database's begins with the statement and what was typed into it. */
function messageOf(error: unknown): string {
  const hasMessage = typeof error === "object" && error !== null && "message" in error
  return (hasMessage ? String(error.message) : String(error)).split(" - ").at(-1) ?? ""
}

async function orderToWrite(
  container: MedusaContainer,
  snapshot: CartSnapshot,
  request: PlaceOrder,
  signedIn: string | null,
): Promise<OrderToWrite> {
  const { cart, variants } = snapshot
  const ids = orderIdsOf(cart.id)
  const totals = totalsOf(snapshot)
  if (totals === null)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "A snapshot without a price passed the check.")
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
    payment: {
      collectionId: ids.collection,
      providerId: PROVIDERS[request.paymentMethod],
      currency: cart.currency_code,
      amount: totals.total / 100,
    },
    pricePence: totals.total,
    isBitcoin: request.paymentMethod === "bitcoin",
  }
}
