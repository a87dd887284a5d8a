/** Maximum retention of personal data (UK GDPR, article 5), used by the privacy policy and the nightly job. */
export const RETENTION = {
  /** Abandoned carts, including an address entered without ordering. */
  cartDays: 30,
  /** The buyer's data of orders that were cancelled unpaid. */
  unpaidOrderDays: 90,
  /** The buyer's data of all other orders: as long as HMRC may audit them. */
  orderYears: 6,
} as const
