/** The shop's mails about an order, as the admin labels them. */
const NAMES: Readonly<Record<string, string>> = {
  "order-placed": "Order received",
  "order-link": "Link to the order",
  "payment-seen": "Payment seen",
  "payment-confirmed": "Payment confirmed",
  "payment-underpaid": "Payment too small",
  "payment-expired": "Quote expired",
  "payment-declined": "Payment not completed",
  "payment-new-invoice": "New invoice",
  "payment-review": "Payment under review",
  "payment-case": "To staff: payment case",
  "card-case": "To staff: card payment case",
  "payment-surplus": "To staff: overpayment",
  "payment-stuck": "To staff: payment stuck",
  "order-dispatched": "Parcel on its way",
  "order-cancelled": "Order cancelled",
  "refund-address-request": "Refund: address requested",
  "refund-address-confirmation": "Refund address confirmed",
  "refund-address-received": "To staff: refund address",
  "refund-sent": "Refund sent",
  "withdrawal-acknowledged": "Return: notice acknowledged",
  "withdrawal-received": "To staff: return",
  "withdrawal-settled": "Return settled",
}

/** The label of a mail. Unknown names are shown as they are. */
export const orderMailName = (template: string) =>
  (Object.hasOwn(NAMES, template) ? NAMES[template] : undefined) ?? template
