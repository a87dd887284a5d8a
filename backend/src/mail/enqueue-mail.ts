import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { FindOrder } from "@shop/contracts"
import { environment } from "../platform/config"
import { OUTBOX } from "medusa-payment-bitcoin/modules/outbox"
import { querySql } from "../platform/sql/query"
import { ERASED_EMAIL } from "../platform/mailbox"
import {
  orderMail,
  type AboutOrder,
  type DataOf,
  type MailRequest,
  type OrderMailName,
  type StaffOrderMailName,
} from "./requests"

const HOUR_MS = 60 * 60 * 1000

/** Puts a mail into the outbox. @returns false when its key exists already; then nothing changes */
export async function enqueueMail(
  container: MedusaContainer,
  { key, template, to, data }: MailRequest,
  options: { notBefore?: Date; transaction?: Knex } = {},
): Promise<boolean> {
  const { transaction, ...when } = options
  const message = { topic: "mail", key, payload: { template, to, data }, ...when }
  return container.resolve(OUTBOX).enqueue(message, transaction)
}

/** Mails the buyer about an order or one of its quotes, once for each kind of mail. */
export async function enqueueOrderMail(
  container: MedusaContainer,
  template: OrderMailName,
  about: AboutOrder,
): Promise<void> {
  await enqueueToBuyer(container, about.orderId, (email) => orderMail(template, about, email))
}

/** Mails staff about an order or one of its quotes, once for each kind of mail. */
export async function enqueueStaffOrderMail(
  container: MedusaContainer,
  template: StaffOrderMailName,
  about: AboutOrder,
): Promise<void> {
  await enqueueMail(container, orderMail(template, about, environment.STAFF_EMAIL))
}

/** Mails staff about something in a card payment that needs a person, once for each case. */
export async function enqueueCardCase(container: MedusaContainer, about: DataOf<"card-case">): Promise<void> {
  await enqueueMail(container, {
    key: `card-case:${about.caseId}`,
    template: "card-case",
    to: environment.STAFF_EMAIL,
    data: about,
  })
}

/** Tells the buyer that a parcel was dispatched, once for each parcel. */
export async function enqueueOrderDispatched(
  container: MedusaContainer,
  parcel: DataOf<"order-dispatched">,
): Promise<void> {
  await enqueueToBuyer(container, parcel.orderId, (to) => ({
    key: `order-dispatched:${parcel.fulfillmentId}`,
    template: "order-dispatched",
    to,
    data: parcel,
  }))
}

/** Asks the buyer for a refund address, once for each refund. */
export async function enqueueRefundAddressRequest(
  container: MedusaContainer,
  refund: DataOf<"refund-address-request">,
): Promise<void> {
  await enqueueToBuyer(container, refund.orderId, (to) => ({
    key: `refund-address-request:${refund.refundId}`,
    template: "refund-address-request",
    to,
    data: refund,
  }))
}

/** Tells the buyer that a refund was sent, once for each refund. */
export async function enqueueRefundSent(
  container: MedusaContainer,
  refund: DataOf<"refund-sent">,
): Promise<void> {
  await enqueueToBuyer(container, refund.orderId, (to) => ({
    key: `refund-sent:${refund.refundId}`,
    template: "refund-sent",
    to,
    data: refund,
  }))
}

/** Tells buyer and staff that the buyer gave a refund address, once for each address. */
export async function enqueueRefundAddressMails(
  container: MedusaContainer,
  about: DataOf<"refund-address-received">,
): Promise<void> {
  await enqueueToBuyer(container, about.orderId, (to) => ({
    key: `refund-address-confirmation:${about.addressId}`,
    template: "refund-address-confirmation",
    to,
    data: about,
  }))
  await enqueueMail(container, {
    key: `refund-address-received:${about.addressId}`,
    template: "refund-address-received",
    to: environment.STAFF_EMAIL,
    data: about,
  })
}

/**
 * Enqueues the link to an order, at most one an hour. Whether the order exists is checked when the mail is composed, so
 * this call takes equally long for every address.
 */
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

/** The buyers of erased orders get no mail. */
async function enqueueToBuyer(
  container: MedusaContainer,
  orderId: string,
  mailTo: (email: string) => MailRequest,
): Promise<void> {
  const [order] = await querySql(
    container,
    z.object({ email: z.string() }),
    `select email from "order" where id = :orderId and email is not null and deleted_at is null`,
    { orderId },
  )
  if (order && order.email !== ERASED_EMAIL) await enqueueMail(container, mailTo(order.email))
}
