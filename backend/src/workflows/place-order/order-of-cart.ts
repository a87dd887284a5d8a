import { createHash } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { findOrder } from "../../platform/medusa-tables/placing"

/** Crockford's base 32, the alphabet of ULIDs. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/**
 * The ids of the order that a cart becomes. They are derived from the cart's random id, so the database's primary key
 * rejects a second order for one cart even if every lock fails, and an incomplete order can be found and undone.
 */
export function orderIdsOf(cartId: string): {
  order: string
  collection: string
  line(cartLineId: string): string
} {
  return {
    order: `order_${digest(`order:${cartId}`)}`,
    collection: `pay_col_${digest(`payment:${cartId}`)}`,
    line: (cartLineId) => `ordli_${digest(`line:${cartId}:${cartLineId}`)}`,
  }
}

/** 26 characters, 130 bits: as many as a ULID has. */
function digest(text: string): string {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 26)
  return Array.from(bytes, (byte) => ALPHABET[byte & 31]).join("")
}

export type Existing =
  | { readonly state: "none" }
  | { readonly state: "placed"; readonly orderId: string }
  /** The process died while it wrote this order. */
  | { readonly state: "incomplete"; readonly orderId: string }

/**
 * Whether this cart became an order. Of an order of ours the link between the two is written last and decides. Medusa's checkout
 * writes it at the same time as the rest, so its order keeps the cart's id in its metadata until it is complete.
 */
export async function findOrderOfCart(container: MedusaContainer, cartId: string): Promise<Existing> {
  const { order } = orderIdsOf(cartId)
  const [found] = await findOrder(container, { cart: cartId, order })
  const { linked = null, written = null, begun = null } = found ?? {}
  if (begun !== null) return { state: "incomplete", orderId: begun }
  if (linked !== null && (linked !== order || written !== null)) return { state: "placed", orderId: linked }
  return (linked ?? written) ? { state: "incomplete", orderId: order } : { state: "none" }
}
