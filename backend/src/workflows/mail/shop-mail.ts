import type { TemplateName } from "../../modules/mail"

/** Which mails speak of an order to staff. */
export type StaffOrderMailName = Extract<TemplateName, "payment-case" | "payment-stuck">
/** Which mails speak of an order to its buyer. */
export type OrderMailName = Exclude<
  Extract<TemplateName, "order-placed" | `payment-${string}`>,
  StaffOrderMailName
>
/** Which mails speak of a message from the contact form. */
export type ContactMailName = Extract<TemplateName, `contact-${string}`>

/** Which order a mail is about, and which of its quotes, if it is about one. */
export type AboutOrder = { orderId: string; invoiceId?: string }

/** A mail to put into the outbox: it names what it is about, and its words are made when it is sent. */
export type ShopMail = { key: string; to: string } & (
  | { template: OrderMailName | StaffOrderMailName; data: AboutOrder }
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
