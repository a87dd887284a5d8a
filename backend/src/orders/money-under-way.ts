import type { MedusaContainer } from "@medusajs/framework/types"
import { findCardPayments } from "./payment-method"

/** Also late, for a quote that has ended, or at the address of a method that was changed. */
const BITCOIN = `exists (select 1 from bitcoin_invoice i where i.order_id = o.id and (i.state = 'review'
  or (i.captured_at is null and i.state <> 'refunded' and (i.received_sats > 0 or i.state = 'confirmed'))))`
const BY_CARD = `exists (select 1 from card_payment c where c.order_id = o.id and (c.state = 'review'
  or (c.captured_at is null and c.state in ('confirming', 'paid'))))`

/** SQL: whether money for an order was seen that is not captured, or that staff decide about. `o` is the order. */
export function hasMoneyUnderWay(container: MedusaContainer): string {
  return findCardPayments(container) === null ? BITCOIN : `(${BITCOIN} or ${BY_CARD})`
}
