import { cardCase } from "./card-case"
import { contactAcknowledged } from "./contact-acknowledged"
import { contactAnswer } from "./contact-answer"
import { contactReceived } from "./contact-received"
import { sampleShop } from "./fixtures"
import type { MailPreview } from "./define-mail"
import { lowStock } from "./low-stock"
import { orderCancelled } from "./order-cancelled"
import { orderDispatched } from "./order-dispatched"
import { orderLink } from "./order-link"
import { orderPlaced } from "./order-placed"
import { paymentCase } from "./payment-case"
import { paymentConfirmed } from "./payment-confirmed"
import { paymentDeclined } from "./payment-declined"
import { paymentExpired } from "./payment-expired"
import { paymentNewInvoice } from "./payment-new-invoice"
import { paymentReview } from "./payment-review"
import { paymentSeen } from "./payment-seen"
import { paymentStuck } from "./payment-stuck"
import { paymentSurplus } from "./payment-surplus"
import { paymentUnderpaid } from "./payment-underpaid"
import { refundAddressConfirmation } from "./refund-address-confirmation"
import { refundAddressReceived } from "./refund-address-received"
import { refundAddressRequest } from "./refund-address-request"
import { refundSent } from "./refund-sent"
import { staffInvitation } from "./staff-invitation"
import { staffPasswordReset } from "./staff-password-reset"
import { staffSecondFactor } from "./staff-second-factor"
import { staffSignIn } from "./staff-sign-in"
import { withdrawalAcknowledged } from "./withdrawal-acknowledged"
import { withdrawalReceived } from "./withdrawal-received"
import { withdrawalSettled } from "./withdrawal-settled"

/** Every mail the shop sends. */
export const MAILS = [
  orderPlaced,
  paymentSeen,
  paymentConfirmed,
  paymentUnderpaid,
  paymentExpired,
  paymentDeclined,
  paymentNewInvoice,
  paymentReview,
  orderDispatched,
  orderCancelled,
  refundAddressRequest,
  refundAddressConfirmation,
  refundAddressReceived,
  refundSent,
  withdrawalAcknowledged,
  withdrawalReceived,
  withdrawalSettled,
  orderLink,
  contactAcknowledged,
  contactAnswer,
  contactReceived,
  paymentCase,
  paymentSurplus,
  paymentStuck,
  cardCase,
  lowStock,
  staffInvitation,
  staffPasswordReset,
  staffSignIn,
  staffSecondFactor,
] as const

export type Mail = (typeof MAILS)[number]
export type MailName = Mail["name"]

/** Every mail in every situation that changes its text, with sample data. */
export function mailPreviews(): MailPreview[] {
  return MAILS.flatMap((mail) => mail.preview(sampleShop))
}
