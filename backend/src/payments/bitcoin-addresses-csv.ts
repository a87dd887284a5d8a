import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "@medusajs/framework/zod"
import { toPounds } from "@shop/contracts"
import { csvLines } from "../platform/csv"
import { derivationPath } from "./derivation-path"
import { EXPORTED_ADDRESSES, exportAddresses } from "../platform/medusa-tables/csv-rows"
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
export async function* addressLines(database: Knex): AsyncGenerator<string> {
  const snapshot = await database.transaction({ isolationLevel: "repeatable read", readOnly: true })
  try {
    yield csvLines([HEADINGS])
    for (const wallet of await querySql(snapshot, walletRow, WALLETS)) {
      let last = -1
      for (;;) {
        const page = await exportAddresses(snapshot, { wallet: wallet.id, last })
        yield csvLines(page.map((row) => cellsOf(wallet.descriptor, row)))
        if (page.length < EXPORTED_ADDRESSES) break
        last = page.at(-1)?.address_index ?? last
      }
    }
  } finally {
    await snapshot.rollback()
  }
}

function cellsOf(descriptor: string, row: Awaited<ReturnType<typeof exportAddresses>>[number]): string[] {
  return [
    descriptor.split("#")[1] ?? "",
    derivationPath(descriptor, row.address_index),
    String(row.address_index),
    row.address,
    row.order_number === null ? "" : String(row.order_number),
    row.order_id,
    toPounds(BigInt(row.price_minor)),
    row.due_sats,
    row.received_sats,
    row.state,
    row.txids,
    row.rate,
    row.rate_source,
    row.rate_at,
    row.created_at,
    row.captured_at ?? "",
  ]
}
