import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { OUTBOX } from "../../modules/outbox"
import { databaseOf } from "../../query/database"
import { ERASED_EMAIL } from "../account/erase-orders"
import { MAIL_STATE } from "./mail-state"

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
  /** Whether it goes to the buyer, and not to staff. */
  isForBuyer: z.boolean(),
})
type OrderMailRow = z.output<typeof mailRow>

/** Staff's own mails are of their moment: sent again they would tell of a state that has passed. */
const STAFF_MAILS = ["payment-case", "payment-stuck", "refund-address-received"]

/** Every mail about an order, oldest first: those it was named in, and links to it that its buyer asked for. */
export async function readOrderMails(container: MedusaContainer, orderId: string): Promise<OrderMailRow[]> {
  return databaseOf(container).ask(
    mailRow,
    `select o.id, o.key, o.payload ->> 'template' as template, o.payload ->> 'to' as "to", o.payload -> 'data' as data,
            ${MAIL_STATE} as state, o.attempts, o.created_at as "askedAt",
            case when o.outcome = 'done' then o.finished_at end as "sentAt", o.last_error as error,
            o.payload ->> 'template' <> all(:staffs) as "isForBuyer"
       from outbox_message o
      where o.topic = 'mail'
        and (o.payload -> 'data' ->> 'orderId' = :orderId
             or o.id in (
                   select l.id from outbox_message l join "order" w on lower(w.email) = lower(l.payload ->> 'to')
                    where w.id = :orderId and l.topic = 'mail' and l.payload ->> 'template' = 'order-link'
                      and cast(w.display_id as text) = l.payload -> 'data' ->> 'number'))
      order by o.created_at, o.id`,
    { orderId, staffs: STAFF_MAILS },
  )
}

/**
 * Sends a mail to an order's buyer once more: to the address the order has now, in the figures of now. Only what went
 * out already, or was given up: what still waits goes by itself.
 * @param requestKey made up by the page for each press: the same again is the same mail
 */
export async function resendOrderMail(
  container: MedusaContainer,
  { orderId, mailId, requestKey }: { orderId: string; mailId: string; requestKey: string },
): Promise<"queued" | "unknown" | "not_resendable"> {
  const [mails, [order]] = await Promise.all([
    readOrderMails(container, orderId),
    databaseOf(container).ask(
      z.object({ email: z.string() }),
      `select email from "order" where id = :orderId`,
      {
        orderId,
      },
    ),
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
