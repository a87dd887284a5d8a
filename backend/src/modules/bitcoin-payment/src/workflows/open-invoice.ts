import type { MedusaContainer } from "@medusajs/framework/types"
import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  BITCOIN_PAYMENT,
  BITCOIN_PROVIDER,
  readCurrency,
  toMinorUnits,
  type BitcoinPayment,
} from "../modules/bitcoin-payment"
import { queryGraph, querySql } from "medusa-payments/database"

const orderRow = z.object({
  payment_collections: z.array(
    z.object({
      payment_sessions: z
        .array(
          z.object({
            id: z.string(),
            provider_id: z.string(),
            status: z.enum(PaymentSessionStatus),
            amount: z.coerce.number(),
            currency_code: z.string(),
          }),
        )
        .nullish(),
    }),
  ),
})

/** Opens the order's invoice, once. Null: no such order, or not in Bitcoin. @throws BitcoinUnavailable without rate or address */
export async function openInvoiceOfOrder(
  container: MedusaContainer,
  orderId: string,
): Promise<BitcoinPayment | null> {
  const { orderPayments } = container.resolve(BITCOIN_PAYMENT)
  const label = await storeName(container)
  const known = await orderPayments.ofOrder(orderId, label)
  if (known !== null) return known
  const [order] = await queryGraph(container, orderRow, {
    entity: "order",
    fields: [
      "payment_collections.payment_sessions.id",
      "payment_collections.payment_sessions.provider_id",
      "payment_collections.payment_sessions.status",
      "payment_collections.payment_sessions.amount",
      "payment_collections.payment_sessions.currency_code",
    ],
    filters: { id: orderId },
  })
  const session = order?.payment_collections
    .flatMap(({ payment_sessions }) => payment_sessions ?? [])
    .find(
      ({ provider_id, status }) =>
        BITCOIN_PROVIDER.test(provider_id) && status === PaymentSessionStatus.PENDING_AUTHORIZATION,
    )
  if (session === undefined) return null
  const currency = readCurrency(session.currency_code)
  const priceMinor = toMinorUnits(session.amount, currency)
  return orderPayments.open({ orderId, sessionId: session.id, priceMinor, currency }, label)
}

async function storeName(container: MedusaContainer): Promise<string> {
  const [store] = await queryGraph(container, z.object({ name: z.string() }), {
    entity: "store",
    fields: ["name"],
    filters: {},
  })
  return store?.name ?? ""
}

const waitingRow = z.object({ order_id: z.string() })

/**
 * The process ended, or Bitcoin was unavailable, as they were placed. One that is being placed gets it from its checkout. Of an order
 * with two sessions the application decides which is to be paid.
 */
const WITHOUT_INVOICE = `
  select l.order_id
    from payment_session s
    join order_payment_collection l on l.payment_collection_id = s.payment_collection_id and l.deleted_at is null
    join "order" o on o.id = l.order_id and o.canceled_at is null and o.deleted_at is null
   where s.provider_id ~ '${BITCOIN_PROVIDER.source}' and s.status = 'pending_authorization' and s.deleted_at is null
     and s.created_at between now() - interval '1 day' and now() - interval '10 seconds'
     and not exists (select 1 from bitcoin_invoice i where i.session_id = s.id)
     and not exists (select 1 from payment_session other where other.payment_collection_id = s.payment_collection_id
           and other.id <> s.id and other.status = s.status and other.deleted_at is null)
   order by s.created_at
   limit :limit`

export async function findOrdersWithoutInvoice(container: MedusaContainer, limit = 50): Promise<string[]> {
  const rows = await querySql(container, waitingRow, WITHOUT_INVOICE, { limit })
  return rows.map(({ order_id }) => order_id)
}
