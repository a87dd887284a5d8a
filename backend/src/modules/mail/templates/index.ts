import type { z } from "@medusajs/framework/zod"
import type { Mail } from "../layout/mail"
import { contactAcknowledged, contactAcknowledgedSchema } from "./contact-acknowledged"
import { contactAnswer, contactAnswerSchema } from "./contact-answer"
import { contactReceived, contactReceivedSchema } from "./contact-received"
import { lowStock, lowStockSchema } from "./low-stock"
import { orderCancelled, orderCancelledSchema } from "./order-cancelled"
import { orderDispatched, orderDispatchedSchema } from "./order-dispatched"
import { orderLink, orderLinkSchema } from "./order-link"
import { orderPlaced, orderPlacedSchema } from "./order-placed"
import { paymentCase, paymentCaseSchema } from "./payment-case"
import { paymentConfirmed, paymentConfirmedSchema } from "./payment-confirmed"
import { paymentExpired, paymentExpiredSchema } from "./payment-expired"
import { paymentNewInvoice, paymentNewInvoiceSchema } from "./payment-new-invoice"
import { paymentReview, paymentReviewSchema } from "./payment-review"
import { paymentSeen, paymentSeenSchema } from "./payment-seen"
import { paymentStuck, paymentStuckSchema } from "./payment-stuck"
import { paymentUnderpaid, paymentUnderpaidSchema } from "./payment-underpaid"
import { refundAddressReceived, refundAddressReceivedSchema } from "./refund-address-received"
import { refundAddressConfirmation, refundAddressConfirmationSchema } from "./refund-address-confirmation"
import { refundAddressRequest, refundAddressRequestSchema } from "./refund-address-request"
import { refundSent, refundSentSchema } from "./refund-sent"

/** Joins a template with the schema of what it needs, so that it renders data from anywhere, checked. */
function template<Schema extends z.ZodType>(schema: Schema, render: (data: z.output<Schema>) => Mail) {
  /** @throws ZodError when the data is not what the template needs */
  return (data: unknown): Mail => render(schema.parse(data))
}

/** Every mail the shop sends, by name. */
export const TEMPLATES = {
  "order-placed": template(orderPlacedSchema, orderPlaced),
  "order-link": template(orderLinkSchema, orderLink),
  "payment-seen": template(paymentSeenSchema, paymentSeen),
  "payment-confirmed": template(paymentConfirmedSchema, paymentConfirmed),
  "payment-underpaid": template(paymentUnderpaidSchema, paymentUnderpaid),
  "payment-expired": template(paymentExpiredSchema, paymentExpired),
  "payment-new-invoice": template(paymentNewInvoiceSchema, paymentNewInvoice),
  "payment-review": template(paymentReviewSchema, paymentReview),
  "payment-case": template(paymentCaseSchema, paymentCase),
  "payment-stuck": template(paymentStuckSchema, paymentStuck),
  "order-dispatched": template(orderDispatchedSchema, orderDispatched),
  "order-cancelled": template(orderCancelledSchema, orderCancelled),
  "refund-address-request": template(refundAddressRequestSchema, refundAddressRequest),
  "refund-address-confirmation": template(refundAddressConfirmationSchema, refundAddressConfirmation),
  "refund-address-received": template(refundAddressReceivedSchema, refundAddressReceived),
  "refund-sent": template(refundSentSchema, refundSent),
  "low-stock": template(lowStockSchema, lowStock),
  "contact-received": template(contactReceivedSchema, contactReceived),
  "contact-answer": template(contactAnswerSchema, contactAnswer),
  "contact-acknowledged": template(contactAcknowledgedSchema, contactAcknowledged),
} as const
export type TemplateName = keyof typeof TEMPLATES
