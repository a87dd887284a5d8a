import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { environment } from "../../config"
import { enqueueMail } from "./enqueue-mail"
import { queryRows } from "../../query/query-rows"
import { ERASED_EMAIL } from "../account/erase-orders"
import {
  orderMail,
  type AboutOrder,
  type OrderMailName,
  type Parcel,
  type AboutRefundAddress,
  type SentRefund,
  type DueRefund,
  type ShopMail,
  type StaffOrderMailName,
} from "./shop-mail"

/** Outside a workflow: puts the one mail of its kind about an order, or one quote of it, into the outbox, addressed to its buyer. */
export async function enqueueOrderMail(
  container: MedusaContainer,
  template: OrderMailName,
  about: AboutOrder,
): Promise<void> {
  await toBuyer(container, about.orderId, (email) => orderMail(template, about, email))
}

/** Outside a workflow: the same, addressed to staff. */
export async function enqueueStaffOrderMail(
  container: MedusaContainer,
  template: StaffOrderMailName,
  about: AboutOrder,
): Promise<void> {
  await enqueueMail(container, orderMail(template, about, environment.STAFF_EMAIL))
}

/** A parcel left: tells its buyer, once for each parcel. */
export async function enqueueOrderDispatched(container: MedusaContainer, parcel: Parcel): Promise<void> {
  await toBuyer(container, parcel.orderId, (to) => ({
    key: `order-dispatched:${parcel.fulfillmentId}`,
    template: "order-dispatched",
    to,
    data: parcel,
  }))
}

/** Asks the buyer where a refund should go, once for each refund. */
export async function enqueueRefundAddressRequest(
  container: MedusaContainer,
  refund: DueRefund,
): Promise<void> {
  await toBuyer(container, refund.orderId, (to) => ({
    key: `refund-address-request:${refund.refundId}`,
    template: "refund-address-request",
    to,
    data: refund,
  }))
}

/** Tells the buyer that a refund has been made, once for each refund. */
export async function enqueueRefundSent(container: MedusaContainer, refund: SentRefund): Promise<void> {
  await toBuyer(container, refund.orderId, (to) => ({
    key: `refund-sent:${refund.refundId}`,
    template: "refund-sent",
    to,
    data: refund,
  }))
}

/** A buyer said where their refund should go: they and staff read it, once for each word. */
export async function enqueueRefundAddressMails(
  container: MedusaContainer,
  word: AboutRefundAddress,
): Promise<void> {
  await toBuyer(container, word.orderId, (to) => ({
    key: `refund-address-confirmation:${word.addressId}`,
    template: "refund-address-confirmation",
    to,
    data: word,
  }))
  await enqueueMail(container, {
    key: `refund-address-received:${word.addressId}`,
    template: "refund-address-received",
    to: environment.STAFF_EMAIL,
    data: word,
  })
}

async function toBuyer(
  container: MedusaContainer,
  orderId: string,
  mailTo: (email: string) => ShopMail,
): Promise<void> {
  const [order] = await queryRows(container, z.object({ email: z.string() }), {
    entity: "order",
    fields: ["email"],
    filters: { id: orderId },
  })
  if (order && order.email !== ERASED_EMAIL) await enqueueMail(container, mailTo(order.email))
}
