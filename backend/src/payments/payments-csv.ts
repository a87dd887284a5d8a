import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "@medusajs/framework/zod"
import { toPounds } from "@shop/contracts"
import { csvLines } from "../platform/csv"
import { derivationPath } from "./derivation-path"
import { querySql } from "../platform/sql/query"

const PAGE = 1000
const HEADINGS = [
  "wallet",
  "path",
  "index",
  "address",
  "order_number",
  "order_id",
  "price_gbp",
  "due_sats",
  "received_sats",
  "state",
  "txids",
  "rate_gbp",
  "rate_source",
  "rate_at",
  "created_at",
  "paid_at",
]

const time = z.date().transform((date) => date.toISOString())
const paymentRow = z.object({
  address_index: z.number().int(),
  address: z.string(),
  order_number: z.number().int().nullable(),
  order_id: z.string(),
  price_minor: z.string(),
  due_sats: z.string(),
  received_sats: z.string(),
  state: z.string(),
  txids: z.string(),
  rate: z.string(),
  rate_source: z.string(),
  rate_at: time,
  created_at: time,
  captured_at: time.nullable(),
})
const PAYMENTS = `
  select i.address_index, i.address, o.display_id as order_number, i.order_id, i.price_minor::text, i.due_sats::text,
         i.received_sats::text, i.state, i.rate, i.rate_source, i.rate_at, i.created_at, i.captured_at,
         coalesce((select string_agg(distinct txid, ' ') from bitcoin_output
                    where invoice_id = i.id and status in ('mempool', 'confirmed')), '') as txids
    from bitcoin_invoice i left join "order" o on o.id = i.order_id
   where i.wallet_id = :wallet and i.address_index > :last
   order by i.address_index limit ${PAGE}`

const walletRow = z.object({ id: z.string(), descriptor: z.string() })
const WALLETS = "select id, descriptor from bitcoin_wallet order by created_at, id"

/**
 * Every address that was given out and what became of it, as lines of a CSV file: wallet by wallet, in the order of the
 * addresses. Read page by page, and as of one moment.
 */
export async function* paymentLines(database: Knex): AsyncGenerator<string> {
  const snapshot = await database.transaction({ isolationLevel: "repeatable read", readOnly: true })
  try {
    yield csvLines([HEADINGS])
    for (const wallet of await querySql(snapshot, walletRow, WALLETS)) {
      let last = -1
      for (;;) {
        const page = await querySql(snapshot, paymentRow, PAYMENTS, { wallet: wallet.id, last })
        yield csvLines(page.map((payment) => cellsOf(wallet.descriptor, payment)))
        if (page.length < PAGE) break
        last = page.at(-1)?.address_index ?? last
      }
    }
  } finally {
    await snapshot.rollback()
  }
}

function cellsOf(descriptor: string, payment: z.infer<typeof paymentRow>): string[] {
  return [
    descriptor.split("#")[1] ?? "",
    derivationPath(descriptor, payment.address_index),
    String(payment.address_index),
    payment.address,
    payment.order_number === null ? "" : String(payment.order_number),
    payment.order_id,
    toPounds(BigInt(payment.price_minor)),
    payment.due_sats,
    payment.received_sats,
    payment.state,
    payment.txids,
    payment.rate,
    payment.rate_source,
    payment.rate_at,
    payment.created_at,
    payment.captured_at ?? "",
  ]
}
