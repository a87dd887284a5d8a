import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { idRow, queryRows } from "../../query/query-rows"
import { orderMail } from "../mail/shop-mail"
import { discardIncompleteOrder } from "./discard-incomplete-order"
import { findOrderOfCart } from "./find-order"
import { completeOrder } from "./complete-order"
import { orderIdsOf } from "./order-ids"

/** Longer than any order takes, as for placing it. */
const LOCK_SECONDS = 30
/** A snapshot becomes an order within so long of its last change, in milliseconds. */
const CART_AGE_MS = 30 * 24 * 60 * 60 * 1000

const orderRow = idRow.extend({ created_at: z.coerce.date() })
const linkRow = z.object({ order_id: z.string(), cart_id: z.string() })
const mailRow = z.object({ key: z.string() })
type Link = z.output<typeof linkRow>

/**
 * Orders that a crash cut short and whose buyers never came back: those that stand get their address and their mail,
 * incomplete are cleared away, and their stock is free again. The cart's lock keeps it from orders that are being written.
 * @param since orders made before this were seen to already
 */
export async function recoverIncompleteOrders(container: MedusaContainer, since: Date): Promise<void> {
  const orders = await queryRows(container, orderRow, {
    entity: "order",
    fields: ["id", "created_at"],
    filters: { created_at: { $gte: since } },
  })
  if (orders.length === 0) return
  const links = await queryRows(container, linkRow, {
    entity: "order_cart",
    fields: ["order_id", "cart_id"],
    filters: { order_id: orders.map(({ id }) => id) },
  })
  const linked = new Set(links.map(({ order_id }) => order_id))
  const incomplete = orders.filter(({ id }) => !linked.has(id))
  const carts = [
    ...(await cartsOfOrdersWithoutMail(container, links)),
    ...(await cartsOfIncompleteOrders(container, incomplete)),
  ]
  for (const cartId of carts) {
    await container
      .resolve(Modules.LOCKING)
      .execute([cartId], () => recoverOrderOfCart(container, cartId), { timeout: LOCK_SECONDS })
  }
}

async function recoverOrderOfCart(container: MedusaContainer, cartId: string): Promise<void> {
  const found = await findOrderOfCart(container, cartId)
  if (found.state === "placed") await completeOrder(container, found.orderId)
  if (found.state === "incomplete") await discardIncompleteOrder(container, cartId)
}

/** The mail is written last: an order that has it is whole. */
async function cartsOfOrdersWithoutMail(
  container: MedusaContainer,
  links: readonly Link[],
): Promise<string[]> {
  const keyOf = (orderId: string) => orderMail("order-placed", orderId, "").key
  const mails = await queryRows(container, mailRow, {
    entity: "outbox_message",
    fields: ["key"],
    filters: { key: links.map(({ order_id }) => keyOf(order_id)) },
  })
  const told = new Set(mails.map(({ key }) => key))
  return links.filter(({ order_id }) => !told.has(keyOf(order_id))).map(({ cart_id }) => cart_id)
}

/** An order's id follows from its cart's, not the other way round: the carts that it can be are tried. */
async function cartsOfIncompleteOrders(
  container: MedusaContainer,
  incomplete: readonly z.output<typeof orderRow>[],
): Promise<string[]> {
  if (incomplete.length === 0) return []
  const oldest = Math.min(...incomplete.map(({ created_at }) => created_at.getTime()))
  const carts = await queryRows(container, idRow, {
    entity: "cart",
    fields: ["id"],
    filters: { updated_at: { $gte: new Date(oldest - CART_AGE_MS) } },
  })
  const wanted = new Set(incomplete.map(({ id }) => id))
  return carts.map(({ id }) => id).filter((id) => wanted.has(orderIdsOf(id).order))
}
