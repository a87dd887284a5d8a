import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { ShortPayment } from "@shop/contracts/staff-payments"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { querySql } from "../platform/sql/query"

const row = z.object({
  id: z.string(),
  orderId: z.string(),
  number: z.number().int().nullable(),
  missingPence: z.coerce.number().int(),
})

const LIMIT = 50

/**
 * Payments of which a part has arrived and the rest may still be sent, those that run out first at the start. They need no
 * decision: one that runs out becomes a case.
 */
export async function readShortPayments(container: MedusaContainer): Promise<ShortPayment[]> {
  const rows = await querySql(
    container,
    row,
    `select i.id, i.order_id as "orderId", o.display_id as number,
            ceil(i.price_minor * (i.due_sats - i.received_sats)::numeric / i.due_sats) as "missingPence"
       from bitcoin_invoice i left join "order" o on o.id = i.order_id
      where i.state = 'underpaid' and i.closed_at is null
      order by i.expires_at, i.id limit ${LIMIT}`,
  )
  const payments = await Promise.all(
    rows.map(async ({ id, ...short }) => ({
      short,
      payment: await container.resolve(BITCOIN_PAYMENT).orderPayments.ofInvoice(id, ""),
    })),
  )
  return payments.flatMap(({ short, payment }) =>
    payment?.state === "underpaid"
      ? [{ ...short, missingSats: payment.remainingSats, until: payment.payableUntil }]
      : [],
  )
}
