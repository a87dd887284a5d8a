import { contactAcknowledged, contactAnswer, contactReceived } from "./contact"
import { lowStock } from "./low-stock"
import { orderCancelled } from "./order-cancelled"
import { orderDispatched } from "./order-dispatched"
import { orderLink } from "./order-link"
import { orderChanged, orderPlaced } from "./order-placed"
import { paymentDeclined, paymentExpired, paymentNewInvoice, paymentUnderpaid } from "./payment-due"
import { paymentConfirmed, paymentReview, paymentSeen } from "./payment-received"
import { refundAddressConfirmation, refundAddressReceived, refundAddressRequest } from "./refund-address"
import { refundSent } from "./refund-sent"
import { staffInvitation, staffPasswordReset, staffSecondFactor, staffSignIn } from "./staff-account"
import { paymentCase } from "./staff-bitcoin-case"
import { cardCase } from "./staff-card-case"
import { paymentStuck, paymentSurplus } from "./staff-payment"
import { withdrawalAcknowledged, withdrawalReceived, withdrawalSettled } from "./withdrawal"

export const MAILS = [
  orderPlaced,
  orderChanged,
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

/** Mails to staff describe one moment, so staff cannot send them again. */
export const STAFF_MAILS: readonly MailName[] = MAILS.filter(({ audience }) => audience === "staff").map(
  ({ name }) => name,
)
