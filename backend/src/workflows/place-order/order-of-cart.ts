import { createHash } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { queryGraph } from "../../query/query"

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

const linkRow = z.object({ order_id: z.string() })

export type Existing =
  | { readonly state: "none" }
  | { readonly state: "placed"; readonly orderId: string }
  /** The process died while it wrote the order: the order has no link to its cart yet. */
  | { readonly state: "incomplete" }

/** Whether this cart became an order. The link between the two is written last and decides. */
export async function findOrderOfCart(container: MedusaContainer, cartId: string): Promise<Existing> {
  const id = orderIdsOf(cartId).order
  const [links, orders] = await Promise.all([
    queryGraph(container, linkRow, {
      entity: "order_cart",
      fields: ["order_id"],
      filters: { cart_id: cartId },
    }),
    container.resolve(Modules.ORDER).listOrders({ id }, { take: 1, select: ["id"] }),
  ])
  const [link] = links
  const [order] = orders
  const isPlaced = link !== undefined && (link.order_id !== id || order !== undefined)
  if (isPlaced) return { state: "placed", orderId: link.order_id }
  return link || order ? { state: "incomplete" } : { state: "none" }
}
