import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import type { PlaceOrder } from "@shop/contracts"
import type { Basket } from "./basket"
import { bitcoinRefusal } from "./bitcoin-refusal"
import { isPlain, refusalOf, totalsOf, variantOf } from "./check-basket"
import { finishOrder } from "./finish-order"
import { draftOrder } from "./draft-order"
import { findOrderOfCart } from "./find-order"
import { orderIdsOf } from "./order-ids"
import { PROVIDERS } from "./payment-providers"
import { placeTheFullWay } from "./full-road"
import { readBasket } from "./read-basket"
import { readTax } from "./read-tax"
import type { Placed } from "./outcome"
import { discardHalfOrder } from "./discard-half-order"
import { writeOrderWorkflow, type OrderToWrite } from "./write-order"

/** Longer than any order takes; whoever waits this long is told to try again. */
const LOCK_SECONDS = 30

/**
 * Turns a cart into one order, however often and from wherever it is asked: a cart that became an order answers that
 * order. The client's figures are only compared with ours. Refusals are values; whatever throws is a fault of ours, and
 * has left nothing behind.
 * @param signedIn the customer it will belong to; null for a guest
 */
export async function placeOrder(
  container: MedusaContainer,
  request: PlaceOrder,
  signedIn: string | null = null,
): Promise<Placed> {
  const short = await container
    .resolve(Modules.LOCKING)
    .execute([request.cartId], () => placeTheShortWay(container, request, signedIn), {
      timeout: LOCK_SECONDS,
    })
  // Medusa's own checkout takes the cart's lock itself, so ours has to be free by then.
  return short === "needs_full_road" ? placeTheFullWay(container, request, signedIn) : short
}

async function placeTheShortWay(
  container: MedusaContainer,
  request: PlaceOrder,
  signedIn: string | null,
): Promise<Placed | "needs_full_road"> {
  const [existing, found] = await Promise.all([
    findOrderOfCart(container, request.cartId),
    readBasket(container, request.cartId, request.shippingMethod),
  ])
  if (existing.state === "placed") {
    await finishOrder(container, existing.orderId)
    return { ok: true, orderId: existing.orderId, isNew: false, receipt: null }
  }
  // Closed, and no order has it: the database went away while an order that failed was being undone.
  const isLeftClosed = existing.state === "none" && found?.cart.completed_at instanceof Date
  const isHalf = existing.state === "half" || isLeftClosed
  const basket = isHalf ? await afterDiscarding(container, request) : found
  if (basket === null) return { ok: false, because: "unknown_cart" }
  if (basket.cart.items.length > 0 && !isPlain(basket)) return "needs_full_road"
  const refusal = refusalOf(basket, request) ?? (await bitcoinRefusal(container, request))
  if (refusal) return { ok: false, ...refusal }

  const order = await orderToWrite(container, basket, request, signedIn)
  const { errors, result } = await writeOrderWorkflow(container).run({ input: order, throwOnError: false })
  const [failure] = errors
  if (!failure) {
    const receipt = { number: result.number, total: order.pricePence, bitcoin: result.bitcoin ?? null }
    return { ok: true, orderId: order.order.id, isNew: true, receipt }
  }
  // Somebody bought the last one while we were writing, or the rate was lost: everything is undone, and asking anew
  // says why.
  const now = await readBasket(container, request.cartId, request.shippingMethod)
  const reason = (now && refusalOf(now, request)) ?? (await bitcoinRefusal(container, request))
  if (reason) return { ok: false, ...reason }
  throw new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    `Order ${order.order.id} was not written, '${failure.action}' failed: ${messageOf(failure.error)}`,
  )
}

/** The basket without what a half-made order still holds: its stock is this cart's own. */
async function afterDiscarding(container: MedusaContainer, request: PlaceOrder) {
  await discardHalfOrder(container, request.cartId)
  return readBasket(container, request.cartId, request.shippingMethod)
}

/** The workflow engine hands errors on as plain objects; a database's begins with the statement and what was typed into it. */
function messageOf(error: unknown): string {
  const hasMessage = typeof error === "object" && error !== null && "message" in error
  return (hasMessage ? String(error.message) : String(error)).split(" - ").at(-1) ?? ""
}

async function orderToWrite(
  container: MedusaContainer,
  basket: Basket,
  request: PlaceOrder,
  signedIn: string | null,
): Promise<OrderToWrite> {
  const { cart, variants } = basket
  const ids = orderIdsOf(cart.id)
  const totals = totalsOf(basket)
  if (totals === null)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "A basket without a price passed the check.")
  return {
    cartId: cart.id,
    signedIn,
    order: draftOrder(basket, request, await readTax(container, basket, request)),
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
