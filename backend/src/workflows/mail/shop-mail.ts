import type { TemplateName } from "../../modules/mail"

/** Which mails speak of an order to staff. */
export type StaffOrderMailName = Extract<TemplateName, "payment-case">
/** Which mails speak of an order to its buyer. */
export type OrderMailName = Exclude<
  Extract<TemplateName, "order-placed" | `payment-${string}`>,
  StaffOrderMailName
>
/** Which mails speak of a message from the contact form. */
export type ContactMailName = Extract<TemplateName, `contact-${string}`>

/** A mail to put into the outbox: it names what it is about, and its words are made when it is sent. */
export type ShopMail = { key: string; to: string } & (
  | { template: OrderMailName | StaffOrderMailName; data: { orderId: string } }
  | { template: ContactMailName; data: { messageId: string } }
  | { template: "order-link"; data: { email: string; number: number } }
)

/** The one mail of its kind about an order. */
export function orderMail(
  template: OrderMailName | StaffOrderMailName,
  orderId: string,
  to: string,
): ShopMail {
  return { key: `${template}:${orderId}`, template, to, data: { orderId } }
}

/** The one mail of its kind about a message. */
export function contactMail(template: ContactMailName, messageId: string, to: string): ShopMail {
  return { key: `${template}:${messageId}`, template, to, data: { messageId } }
}
