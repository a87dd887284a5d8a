import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { querySql } from "../../platform/sql/query"
import { findCardPayments, PROVIDERS } from "../../orders/payment-method"
import { runEach } from "../executions"
import { changePaymentMethod } from "./change-payment-method"

const interruptedRow = z.object({ orderId: z.string(), provider: z.string(), isClosed: z.boolean() })

/**
 * Orders that wait for money by no method: the earlier one was closed, and the process died before the other was opened.
 * `isClosed`: the order's session is still the earlier method's. An order without its cart is being undone and is left alone. No
 * order stays unpaid for two days. An index on `created_at` serves it (migration-scripts/index-orders.ts).
 */
const INTERRUPTED = `
  select o.id as "orderId", s.provider_id as provider,
         exists (select 1 from card_payment c where c.session_id = s.id)
           or exists (select 1 from bitcoin_invoice i where i.session_id = s.id) as "isClosed"
    from "order" o
    join lateral (
      select s.id, s.provider_id from order_payment_collection l
        join payment_session s on s.payment_collection_id = l.payment_collection_id and s.deleted_at is null
       where l.order_id = o.id and l.deleted_at is null
       order by s.status = 'canceled', s.created_at desc, s.id limit 1) s on true
   where o.created_at > now() - interval '2 days' and o.status = 'pending' and o.deleted_at is null
     and exists (select 1 from order_cart l where l.order_id = o.id and l.deleted_at is null)
     and (exists (select 1 from card_payment c where c.order_id = o.id and c.closed_how = 'changed')
          or exists (select 1 from bitcoin_invoice i where i.order_id = o.id and i.closed_how = 'superseded'))
     and not exists (select 1 from card_payment c where c.order_id = o.id and (c.closed_at is null or c.captured_at is not null))
     and not exists (select 1 from bitcoin_invoice i where i.order_id = o.id and (i.closed_at is null or i.captured_at is not null))`

/**
 * Finishes changes of the payment method that a crash interrupted and whose buyers did not try again. Without it such an order
 * would keep its stock for days, because no payment of it ends.
 * @throws MedusaError as `runEach`
 */
export async function finishMethodChanges(container: MedusaContainer): Promise<void> {
  if (findCardPayments(container) === null) return
  const found = await querySql(container, interruptedRow, INTERRUPTED, {})
  await runEach("changes of a payment method", found, async ({ orderId, provider, isClosed }) => {
    const isToBitcoin = (provider === PROVIDERS.bitcoin) !== isClosed
    await changePaymentMethod(container, orderId, isToBitcoin ? "bitcoin" : "card")
  })
}
