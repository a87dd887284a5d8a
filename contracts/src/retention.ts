/**
 * How long personal data of carts and orders is kept at most (UK GDPR, article 5), for the privacy policy and the nightly job.
 * The period of messages is a setting (`periods` in `shop.ts`).
 */
export const RETENTION = {
  /** Abandoned carts, including an address entered without ordering. */
  cartDays: 30,
  /** The buyer's data of orders that were cancelled unpaid. */
  unpaidOrderDays: 90,
  /** The buyer's data of all other orders: as long as HMRC may audit them. */
  orderYears: 6,
} as const
