import type { z } from "@medusajs/framework/zod"
import type { aboutOrder } from "./order-view"
import type { Mail, MailName } from "./registry"

/** A mail for the outbox. The key makes it one mail, however often it is enqueued. */
export type MailRequest = {
  [One in Mail as One["name"]]: { key: string; to: string; template: One["name"]; data: DataOf<One["name"]> }
}[MailName]

/** What the outbox stores of a mail. */
export type DataOf<Name extends MailName> = z.input<Extract<Mail, { name: Name }>["schema"]>

export type AboutOrder = z.input<typeof aboutOrder>

/** Mails to staff about an order. */
export type StaffOrderMailName = Extract<MailName, "payment-case" | "payment-stuck" | "payment-surplus">
/** Mails to the buyer about an order or one of its quotes. */
export type OrderMailName = Exclude<
  Extract<MailName, "order-placed" | "order-cancelled" | `payment-${string}`>,
  StaffOrderMailName
>

/** The one mail of its kind about an order, one of its quotes, or one incident of a quote. */
export function orderMail(
  template: OrderMailName | StaffOrderMailName,
  about: AboutOrder,
  to: string,
): MailRequest {
  const incident = about.incident === undefined ? "" : `:${about.incident}`
  return { key: `${template}:${about.invoiceId ?? about.orderId}${incident}`, template, to, data: about }
}
