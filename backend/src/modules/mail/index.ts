import { Module } from "@medusajs/framework/utils"
import MailService from "./service"

export { TEMPLATES, type TemplateName } from "./templates"
export type { Shop } from "./layout/shop"
export { markup, onLines, SafeHtml } from "./layout/markup"
export { pounds } from "./layout/formats"
export type { Mail } from "./layout/mail"
export type { MailRequest } from "./service"
export type { DueMail } from "./outbox"
export { isRefusedForGood } from "./refused-for-good"
export { orderPlaced, type OrderPlaced } from "./templates/order-placed"
export type { OrderCancelled } from "./templates/order-cancelled"
export type { PaymentCase } from "./templates/payment-case"
export type { PaymentExpired } from "./templates/payment-expired"
export type { PaymentNewInvoice } from "./templates/payment-new-invoice"
export type { PaymentReview } from "./templates/payment-review"
export type { PaymentStuck } from "./templates/payment-stuck"
export type { PaymentUnderpaid } from "./templates/payment-underpaid"

/** The name under which the container knows this module. */
export const MAIL = "mail"

export default Module(MAIL, { service: MailService })

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [MAIL]: MailService
  }
}
