import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { OUTBOX } from "medusa-payments/modules/outbox"
import { querySql } from "../platform/sql/query"
import { ERASED_EMAIL } from "../platform/mailbox"
import { STAFF_MAILS } from "./registry"

/** The state of a mail, in SQL. `o` is its message in the outbox. */
export const MAIL_STATE =
  "case o.outcome when 'done' then 'sent' when 'failed' then 'failed' else 'pending' end"

const iso = z.coerce.date().transform((at) => at.toISOString())
const mailRow = z.object({
  id: z.string(),
  key: z.string(),
  template: z.string(),
  to: z.string(),
  data: z.record(z.string(), z.unknown()),
  state: z.enum(["pending", "sent", "failed"]),
  attempts: z.number().int(),
  askedAt: iso,
  sentAt: iso.nullable(),
  error: z.string().nullable(),
  /** False for a mail to staff. */
  isForBuyer: z.boolean(),
})
type OrderMailRow = z.output<typeof mailRow>

/** Every mail about an order, oldest first, and the links that its buyer requested in the last day. */
export async function readOrderMails(container: MedusaContainer, orderId: string): Promise<OrderMailRow[]> {
  return querySql(
    container,
    mailRow,
    `select o.id, o.key, o.payload ->> 'template' as template, o.payload ->> 'to' as "to", o.payload -> 'data' as data,
            ${MAIL_STATE} as state, o.attempts, o.created_at as "askedAt",
            case when o.outcome = 'done' then o.finished_at end as "sentAt", o.last_error as error,
            o.payload ->> 'template' <> all(:staffMails) as "isForBuyer"
       from outbox_message o
      where o.topic = 'mail'
        and (o.payload -> 'data' ->> 'orderId' = :orderId
             or o.id in (
                   select l.id from outbox_message l join "order" w on lower(w.email) = lower(l.payload ->> 'to')
                    where w.id = :orderId and l.topic = 'mail' and l.payload ->> 'template' = 'order-link'
                      and cast(w.display_id as text) = l.payload -> 'data' ->> 'number'))
      order by o.created_at, o.id`,
    { orderId, staffMails: STAFF_MAILS },
  )
}

/**
 * Sends a mail to an order's buyer once more, to the order's current address and with current data. A pending mail
 * cannot be sent again.
 * @param requestKey made up by the page for each click: repeating it sends no second mail
 */
export async function resendOrderMail(
  container: MedusaContainer,
  { orderId, mailId, requestKey }: { orderId: string; mailId: string; requestKey: string },
): Promise<"queued" | "unknown" | "not_resendable"> {
  const [mails, [order]] = await Promise.all([
    readOrderMails(container, orderId),
    querySql(container, z.object({ email: z.string() }), `select email from "order" where id = :orderId`, {
      orderId,
    }),
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
