import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { queryRows } from "../../query/query-rows"
import { orderIdsOf } from "./order-ids"

const linkRow = z.object({ order_id: z.string() })

export type Existing =
  | { readonly state: "none" }
  | { readonly state: "placed"; readonly orderId: string }
  /** The process died while it was writing: an order without its cart. */
  | { readonly state: "incomplete" }

/** Whether this cart became an order already. The link between them is written with the order and is what counts. */
export async function findOrderOfCart(container: MedusaContainer, cartId: string): Promise<Existing> {
  const id = orderIdsOf(cartId).order
  const [links, orders] = await Promise.all([
    queryRows(container, linkRow, {
      entity: "order_cart",
      fields: ["order_id"],
      filters: { cart_id: cartId },
    }),
    container.resolve(Modules.ORDER).listOrders({ id }, { take: 1, select: ["id"] }),
  ])
  const [link] = links
  const [order] = orders
  const isLinkedToIt = link !== undefined && (link.order_id !== id || order !== undefined)
  if (isLinkedToIt) return { state: "placed", orderId: link.order_id }
  return link || order ? { state: "incomplete" } : { state: "none" }
}
