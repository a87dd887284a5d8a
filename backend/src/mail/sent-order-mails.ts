import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { OUTBOX } from "medusa-payments/modules/outbox"
import { isoTime, OUTBOX_TABLE, queryGraph, querySql } from "../platform/sql/query"
import { ERASED_EMAIL } from "../platform/email-address"
import { MAILS, STAFF_MAILS } from "./registry"

/** The state of a mail, in SQL. `o` is its message in the outbox. */
export const MAIL_STATE =
  "case o.outcome when 'done' then 'sent' when 'failed' then 'failed' else 'pending' end"

const mailRow = z.object({
  id: z.string(),
  key: z.string(),
  template: z.string(),
  to: z.string(),
  data: z.record(z.string(), z.unknown()),
  state: z.enum(["pending", "sent", "failed"]),
  attempts: z.number().int(),
  askedAt: isoTime,
  sentAt: isoTime.nullable(),
  error: z.string().nullable(),
  isForBuyer: z.boolean(),
})
type OrderMailRow = z.output<typeof mailRow> & { label: string }

/** A mail of an earlier version keeps its name. */
const labelOf = (template: string) => MAILS.find(({ name }) => name === template)?.label ?? template

const buyerRow = z.object({ display_id: z.coerce.number().int(), email: z.string().nullable() })

async function readBuyer(container: MedusaContainer, orderId: string) {
  const [order] = await queryGraph(container, buyerRow, { entity: "order", filters: { id: orderId } })
  return order && { number: String(order.display_id), email: order.email ?? ERASED_EMAIL }
}

/** Every mail about an order, oldest first, and the links that its buyer requested in the last day. */
export async function readOrderMails(container: MedusaContainer, orderId: string): Promise<OrderMailRow[]> {
  const { number, email } = (await readBuyer(container, orderId)) ?? { number: "", email: "" }
  const mails = await querySql(
    container,
    mailRow,
    `select o.id, o.key, o.payload ->> 'template' as template, o.payload ->> 'to' as "to", o.payload -> 'data' as data,
            ${MAIL_STATE} as state, o.attempts, o.created_at as "askedAt",
            case when o.outcome = 'done' then o.finished_at end as "sentAt", o.last_error as error,
            o.payload ->> 'template' <> all(:staffMails) as "isForBuyer"
       from ${OUTBOX_TABLE} o
      where o.topic = 'mail'
        and (o.payload -> 'data' ->> 'orderId' = :orderId
             or o.payload ->> 'template' = 'order-link' and lower(o.payload ->> 'to') = lower(:email)
                and o.payload -> 'data' ->> 'number' = :number)
      order by o.created_at, o.id`,
    { orderId, number, email, staffMails: STAFF_MAILS },
  )
  return mails.map((mail) => ({ ...mail, label: labelOf(mail.template) }))
}

/** To the order's current address, with current data, unless it is pending. A repeated `requestKey` sends no second mail. */
export async function resendOrderMail(
  container: MedusaContainer,
  { orderId, mailId, requestKey }: { orderId: string; mailId: string; requestKey: string },
): Promise<"queued" | "unknown" | "not_resendable"> {
  const [mails, order] = await Promise.all([
    readOrderMails(container, orderId),
    readBuyer(container, orderId),
  ])
  const mail = mails.find(({ id }) => id === mailId)
  if (!mail || !order) return "unknown"
  if (!mail.isForBuyer || mail.state === "pending" || order.email === ERASED_EMAIL) return "not_resendable"
  const { template, data, key } = mail
  await container
    .resolve(OUTBOX)
    .enqueue({ topic: "mail", key: `${key}+${requestKey}`, payload: { template, to: order.email, data } })
  return "queued"
}
