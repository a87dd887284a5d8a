import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { PlaceOrder } from "@shop/contracts"
import { placeOrderFast } from "./fast-path"
import { placeOrderViaMedusa } from "./medusa-path"
import type { Buyer, Placed } from "./outcome"

/** Longer than any order takes. A caller that waits this long is told to try again. */
const LOCK_SECONDS = 30

/**
 * Idempotent: a cart that became an order answers with that order. The client's totals are compared with ours and
 * never used. An expected failure is a `Rejection`; an exception is a bug or an outage, and leaves nothing behind.
 */
export async function placeOrder(
  container: MedusaContainer,
  request: PlaceOrder,
  buyer: Buyer,
): Promise<Placed> {
  const placed = await container
    .resolve(Modules.LOCKING)
    .execute([request.cartId], () => placeOrderFast(container, request, buyer), { timeout: LOCK_SECONDS })
  // Medusa's checkout takes the cart's lock itself: ours has to be released first.
  return placed === "requires_standard_checkout" ? placeOrderViaMedusa(container, request, buyer) : placed
}
