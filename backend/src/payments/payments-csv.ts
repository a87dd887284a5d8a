import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "@medusajs/framework/zod"
import { toPounds } from "@shop/contracts"
import { csvLines } from "../platform/csv"
import { derivationPath } from "./derivation-path"
import { EXPORTED_PAYMENTS, exportPayments } from "../platform/medusa-tables/payment-exports"
import { querySql } from "../platform/sql/query"

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

const walletRow = z.object({ id: z.string(), descriptor: z.string() })
const WALLETS = "select id, descriptor from bitcoin_wallet order by created_at, id"

/** Every address that was given out, wallet by wallet in order, as CSV. Read page by page, as of one moment. */
export async function* paymentLines(database: Knex): AsyncGenerator<string> {
  const snapshot = await database.transaction({ isolationLevel: "repeatable read", readOnly: true })
  try {
    yield csvLines([HEADINGS])
    for (const wallet of await querySql(snapshot, walletRow, WALLETS)) {
      let last = -1
      for (;;) {
        const page = await exportPayments(snapshot, { wallet: wallet.id, last })
        yield csvLines(page.map((payment) => cellsOf(wallet.descriptor, payment)))
        if (page.length < EXPORTED_PAYMENTS) break
        last = page.at(-1)?.address_index ?? last
      }
    }
  } finally {
    await snapshot.rollback()
  }
}

function cellsOf(descriptor: string, payment: Awaited<ReturnType<typeof exportPayments>>[number]): string[] {
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
