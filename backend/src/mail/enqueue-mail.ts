import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { FindOrder } from "@shop/contracts"
import { environment } from "../platform/config"
import { OUTBOX } from "medusa-payments/modules/outbox"
import { queryGraph } from "../platform/sql/query"
import { ERASED_EMAIL } from "../platform/email-address"
import { STAFF_MAILS, type Mail, type MailName } from "./registry"

export type DataOf<Name extends MailName> = z.input<Extract<Mail, { name: Name }>["schema"]>

/** A mail for the outbox. The key makes it one mail, however often it is enqueued. */
export interface MailRequest<Name extends MailName = MailName> {
  key: string
  template: Name
  to: string
  data: DataOf<Name>
}

/** Puts a mail into the outbox. @returns false when its key exists already; then nothing changes */
export async function enqueueMail<Name extends MailName>(
  container: MedusaContainer,
  { key, template, to, data }: MailRequest<Name>,
  options: { notBefore?: Date; transaction?: Knex } = {},
): Promise<boolean> {
  const { transaction, ...when } = options
  const message = { topic: "mail", key, payload: { template, to, data }, ...when }
  return container.resolve(OUTBOX).enqueue(message, transaction)
}

type OrderMailName = {
  [One in Mail as One["name"]]: z.input<One["schema"]> extends { orderId: string } ? One["name"] : never
}[MailName]

interface Subject {
  orderId: string
  invoiceId?: string | undefined
  paymentId?: string | undefined
  incident?: number | undefined
  fulfillmentId?: string
  addressId?: string
  refundId?: string
  caseId?: string
}

/** A mail about an order: one of its kind for the narrowest of its subjects, or for each incident of a quote. */
export function orderMail<Name extends OrderMailName>(
  template: Name,
  data: DataOf<Name> & Subject,
  to: string,
): MailRequest<Name> {
  const { caseId, refundId, addressId, fulfillmentId, paymentId, invoiceId, orderId, incident } = data
  const id = caseId ?? refundId ?? addressId ?? fulfillmentId ?? paymentId ?? invoiceId ?? orderId
  return { key: `${template}:${id}${incident === undefined ? "" : `:${incident}`}`, template, to, data }
}

/** Mails the buyer about an order or, where the mail is for them, staff: once, see `orderMail`. Buyers of erased orders get no mail. */
export async function enqueueOrderMail<Name extends OrderMailName>(
  container: MedusaContainer,
  template: Name,
  data: DataOf<Name> & Subject,
): Promise<void> {
  const to = STAFF_MAILS.includes(template) ? environment.STAFF_EMAIL : await buyerOf(container, data.orderId)
  if (to !== ERASED_EMAIL) await enqueueMail(container, orderMail(template, data, to))
}

const buyerRow = z.object({ email: z.string().nullable() })

async function buyerOf(container: MedusaContainer, orderId: string): Promise<string> {
  const [order] = await queryGraph(container, buyerRow, { entity: "order", filters: { id: orderId } })
  return order?.email ?? ERASED_EMAIL
}

const HOUR_MS = 60 * 60 * 1000

/** At most one an hour. Whether the order exists is checked later: the call takes equally long for every address. */
export async function enqueueOrderLink(
  container: MedusaContainer,
  { email, number }: FindOrder,
): Promise<void> {
  const to = email.toLowerCase()
  const digest = createHash("sha256")
    .update(`${to} ${String(number)}`)
    .digest("hex")
    .slice(0, 32)
  const hour = Math.floor(Date.now() / HOUR_MS)
  await enqueueMail(container, {
    key: `order-link:${digest}:${String(hour)}`,
    template: "order-link",
    to,
    data: { email: to, number },
  })
}
