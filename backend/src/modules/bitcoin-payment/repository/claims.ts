import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Txid } from "../ports/chain-source"
import { rows, type Connection } from "./database"

/**
 * What became of a transaction id that a buyer sent: `unverifiable` is no transaction id, `pending` was not checked yet,
 * `pays` pays this invoice, `mismatch` pays something else, `not_found` is unknown to the chain source, `unknown` means
 * that the source was unavailable.
 */
export type ClaimVerdict = "unverifiable" | "pending" | "pays" | "mismatch" | "not_found" | "unknown"

export interface Claim {
  readonly id: string
  readonly invoiceId: string
  readonly address: string
  readonly transactionId: Txid
}

/** Longer text is no transaction id; it is kept for staff to see. */
const MAX_LENGTH = 128

const claimRow = z
  .object({ id: z.string(), invoice_id: z.string(), address: z.string(), transaction_id: z.string() })
  .transform((row): Claim => ({
    id: row.id,
    invoiceId: row.invoice_id,
    address: row.address,
    transactionId: row.transaction_id.toLowerCase(),
  }))

/** Stores what a buyer sent; the same text twice is stored once. */
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
    [generateEntityId(undefined, "btccla"), invoiceId, transactionId.slice(0, MAX_LENGTH), verdict],
  )
}

/** Claims to check: new ones, and unknown ones every 15 seconds until the invoice ends. */
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

/** Stores the chain's answer. A claim that pays the invoice requests a poll of its address; it changes nothing by itself. */
export async function judgeClaim(connection: Connection, claim: Claim, verdict: ClaimVerdict): Promise<void> {
  await rows(connection, `update bitcoin_claim set verdict = ?, updated_at = now() where id = ?`, [
    verdict,
    claim.id,
  ])
  if (verdict === "pays") {
    await rows(connection, `update bitcoin_invoice set poll_requested = true where id = ?`, [claim.invoiceId])
  }
}
