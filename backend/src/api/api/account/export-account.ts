import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { FollowedOrder, User } from "@shop/contracts"
import { databaseOf } from "../../../query/database"
import { ordersOf } from "../../../workflows/account/finished-orders"
import { orderView } from "../orders/order-view"

const iso = z.coerce.date().transform((at) => at.toISOString())

const sessionRow = z.object({ signedInAt: iso, endsAt: iso })
const messageRow = z.object({ receivedAt: iso, name: z.string(), subject: z.string(), message: z.string() })
const mailRow = z.object({ about: z.string(), to: z.string(), sentAt: iso.nullable() })

/** Everything that is kept about a customer (UK GDPR, articles 15 and 20), to be read by people and programs. */
export async function exportAccount(container: MedusaContainer, user: User) {
  const database = databaseOf(container)
  const values = { customerId: user.id, email: user.email.toLowerCase() }
  const ids = (await ordersOf(container, user.id)).map(({ id }) => id)
  const [sessions, messages, mails, orders] = await Promise.all([
    database.ask(
      sessionRow,
      `select authenticated_at as "signedInAt", expires_at as "endsAt" from shopper_session
        where customer_id = :customerId and deleted_at is null order by authenticated_at`,
      values,
    ),
    database.ask(
      messageRow,
      `select created_at as "receivedAt", name, subject, message from contact_message
        where lower(email) = :email and deleted_at is null order by created_at`,
      values,
    ),
    database.ask(
      mailRow,
      `select template as about, "to", sent_at as "sentAt" from mail_outbox
        where lower("to") = :email and deleted_at is null order by created_at`,
      values,
    ),
    ordersInTurn(container, user.id, ids),
  ])
  return {
    exportedAt: new Date().toISOString(),
    profile: user,
    signIn: "Google",
    sessions,
    orders,
    messages,
    mails,
  }
}

/** One after the other: a customer of many years should not hold up the others. */
async function ordersInTurn(container: MedusaContainer, customerId: string, ids: readonly string[]) {
  const orders: FollowedOrder[] = []
  for (const id of ids) {
    const order = await orderView(container, id, { customerId, hasKey: false })
    if (order) orders.push(order)
  }
  return orders
}
