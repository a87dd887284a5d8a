/** The shop's mails about an order, as staff call them. */
const NAMES: Readonly<Record<string, string>> = {
  "order-placed": "Order received",
  "order-link": "Link to the order",
  "payment-seen": "Payment seen",
  "payment-confirmed": "Payment confirmed",
  "payment-underpaid": "Payment too small",
  "payment-expired": "Time to pay ran out",
  "payment-new-invoice": "New invoice",
  "payment-review": "Payment being looked at",
  "payment-case": "To staff: payment needs a person",
  "payment-stuck": "To staff: payment stuck",
  "order-dispatched": "Parcel on its way",
  "order-cancelled": "Order cancelled",
  "refund-asked": "Refund: where to?",
  "refund-address-kept": "Refund address kept",
  "refund-address-given": "To staff: refund address",
  "refund-made": "Refund made",
}

/** A mail's name in plain words; one that this table does not know goes by its own. */
export const orderMailName = (template: string) =>
  (Object.hasOwn(NAMES, template) ? NAMES[template] : undefined) ?? template
