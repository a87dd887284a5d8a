import type { MedusaContainer } from "@medusajs/framework/types"
import { ENDS_QUESTION } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { z } from "@medusajs/framework/zod"
import type { FollowedOrder, User } from "@shop/contracts"
import { isoTime, OUTBOX_TABLE, querySql } from "../platform/sql/query"
import { ordersOf } from "../platform/medusa-tables/erasable-orders"
import { orderView } from "../orders/order-view"

const sessionRow = z.object({ signedInAt: isoTime, endsAt: isoTime })
const answerRow = z.object({ answeredAt: isoTime, text: z.string() })
const messageRow = z.object({
  receivedAt: isoTime,
  name: z.string(),
  subject: z.string(),
  message: z.string(),
  answers: z.array(answerRow),
})
const refundAddressRow = z.object({ orderId: z.string(), givenAt: isoTime, address: z.string() })
const mailRow = z.object({ about: z.string(), to: z.string(), sentAt: isoTime.nullable() })

/** Everything that is kept about a customer (UK GDPR, articles 15 and 20), to be read by people and programs. */
export async function exportAccount(container: MedusaContainer, user: User) {
  const values = { customerId: user.id, email: user.email.toLowerCase() }
  const ids = (await ordersOf(container, { ...values, endsQuestion: ENDS_QUESTION })).map(({ id }) => id)
  const [sessions, messages, mails, refundAddresses, orders] = await Promise.all([
    querySql(
      container,
      sessionRow,
      `select authenticated_at as "signedInAt", expires_at as "endsAt" from shopper_session
        where customer_id = :customerId and deleted_at is null order by authenticated_at`,
      values,
    ),
    querySql(
      container,
      messageRow,
      `select m.created_at as "receivedAt", m.name, m.subject, m.message,
              coalesce((select json_agg(json_build_object('answeredAt', a.created_at, 'text', a.text) order by a.created_at)
                          from contact_answer a where a.message_id = m.id and a.deleted_at is null), '[]') as answers
         from contact_message m
        where lower(m.email) = :email and m.deleted_at is null order by m.created_at`,
      values,
    ),
    querySql(
      container,
      mailRow,
      `select payload ->> 'template' as about, payload ->> 'to' as "to",
              case when outcome = 'done' then finished_at end as "sentAt"
         from ${OUTBOX_TABLE} where topic = 'mail' and lower(payload ->> 'to') = :email order by created_at`,
      values,
    ),
    querySql(
      container,
      refundAddressRow,
      `select i.order_id as "orderId", a.created_at as "givenAt", a.address
         from bitcoin_refund_address a join bitcoin_invoice i on i.id = a.invoice_id
        where i.order_id = any(:ids) and a.address is not null order by a.position`,
      { ids },
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
    refundAddresses: refundAddresses.map(({ orderId, ...given }) => ({
      orderNumber: orders.find(({ id }) => id === orderId)?.number ?? null,
      ...given,
    })),
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
