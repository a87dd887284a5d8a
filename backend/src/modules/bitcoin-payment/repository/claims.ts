import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Claim, ClaimVerdict } from "../ports/ledger"
import { rows, type Connection } from "./database"

/** Longer text is no transaction id; it is kept only to be seen. */
const LONGEST = 128

const claimRow = z
  .object({ id: z.string(), invoice_id: z.string(), address: z.string(), transaction_id: z.string() })
  .transform((row): Claim => ({
    id: row.id,
    invoiceId: row.invoice_id,
    address: row.address,
    transactionId: row.transaction_id.toLowerCase(),
  }))

/** Keeps what a buyer sent; the same words twice are kept once. */
export async function recordClaim(
  connection: Connection,
  invoiceId: string,
  transactionId: string,
  verdict: ClaimVerdict,
): Promise<void> {
  await rows(
    connection,
    `insert into bitcoin_claim (id, invoice_id, transaction_id, verdict) values (?, ?, ?, ?)
      on conflict (invoice_id, transaction_id) do nothing`,
    [generateEntityId(undefined, "btccla"), invoiceId, transactionId.slice(0, LONGEST), verdict],
  )
}

/** Claims to look up: new ones, and those that nobody had heard of, every 15 seconds until the invoice ends. */
export async function openClaims(connection: Connection, now: number, limit: number): Promise<Claim[]> {
  const found = await rows(
    connection,
    `select c.id, c.invoice_id, c.transaction_id, i.address from bitcoin_claim c join bitcoin_invoice i on i.id = c.invoice_id
      where c.verdict = 'pending'
         or (c.verdict in ('not_found', 'unknown') and i.state in ('awaiting_payment', 'underpaid')
             and c.updated_at < ?::timestamptz - interval '15 seconds')
      order by c.updated_at limit ?`,
    [new Date(now), limit],
  )
  return found.map((row) => claimRow.parse(row))
}

/** Keeps the chain's word on a claim; a true one has its invoice polled next, like any other news. */
export async function judgeClaim(connection: Connection, claim: Claim, verdict: ClaimVerdict): Promise<void> {
  await rows(connection, `update bitcoin_claim set verdict = ?, updated_at = now() where id = ?`, [
    verdict,
    claim.id,
  ])
  if (verdict === "pays") {
    await rows(connection, `update bitcoin_invoice set poll_requested = true where id = ?`, [claim.invoiceId])
  }
}
