import type { TemplateName } from "../../modules/mail"

/** Which mails speak of an order to staff. */
export type StaffOrderMailName = Extract<TemplateName, "payment-case" | "payment-stuck">
/** Which mails speak of an order to its buyer. */
export type OrderMailName = Exclude<
  Extract<TemplateName, "order-placed" | "order-cancelled" | `payment-${string}`>,
  StaffOrderMailName
>
/** Which mails speak of a message from the contact form. */
export type ContactMailName = Exclude<Extract<TemplateName, `contact-${string}`>, "contact-answer">

/** Which order a mail is about, and which of its quotes, if it is about one. */
export type AboutOrder = { orderId: string; invoiceId?: string }

/** A parcel that left, and how it can be followed. */
export type Parcel = {
  orderId: string
  fulfillmentId: string
  carrier: string | null
  trackingNumber: string | null
  trackingUrl: string | null
}

/** Money that is owed back: what it is worth in pence, and in satoshis where that is settled. */
export type DueRefund = {
  orderId: string
  /** The refund in the books of whoever keeps them; each is asked for, and told of, once. */
  refundId: string
  pence: number
  /** Whole satoshis in digits. */
  satoshis: string | null
}

/** Money that went back; satoshis null: in pounds. */
export type SentRefund = DueRefund & { address: string | null; txid: string | null }

/** One word of a buyer about where their refund should go. */
export type AboutRefundAddress = { orderId: string; addressId: string }

/** A mail to put into the outbox: it names what it is about, and its words are made when it is sent. */
export type ShopMail = { key: string; to: string } & (
  | { template: OrderMailName | StaffOrderMailName; data: AboutOrder }
  | { template: "order-dispatched"; data: Parcel }
  | { template: "refund-address-request"; data: DueRefund }
  | { template: "refund-sent"; data: SentRefund }
  | { template: "refund-address-confirmation" | "refund-address-received"; data: AboutRefundAddress }
  | { template: "low-stock"; data: { alarmId: string } }
  | { template: "contact-answer"; data: { messageId: string; answerId: string } }
  | { template: ContactMailName; data: { messageId: string } }
  | { template: "order-link"; data: { email: string; number: number } }
)

/** The one mail of its kind about an order, or about one quote of it. */
export function orderMail(
  template: OrderMailName | StaffOrderMailName,
  about: string | AboutOrder,
  to: string,
): ShopMail {
  const data: AboutOrder = typeof about === "string" ? { orderId: about } : about
  return { key: `${template}:${data.invoiceId ?? data.orderId}`, template, to, data }
}

/** The one mail of its kind about a message. */
export function contactMail(template: ContactMailName, messageId: string, to: string): ShopMail {
  return { key: `${template}:${messageId}`, template, to, data: { messageId } }
}
