import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Txid } from "../ports/chain-source"
import { rows, type Connection } from "medusa-payments/database"

/**
 * `unverifiable` is no transaction id, `pending` was not checked yet, `pays` pays this invoice, `mismatch` pays something else,
 * `not_found` is unknown to the chain source, `unknown` means that the source was unavailable.
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
/** A buyer who sends more of them is guessing. The chain is polled for payments anyway. */
const MAX_PER_INVOICE = 5

const claimRow = z
  .object({ id: z.string(), invoice_id: z.string(), address: z.string(), transaction_id: z.string() })
  .transform((row): Claim => ({
    id: row.id,
    invoiceId: row.invoice_id,
    address: row.address,
    transactionId: row.transaction_id.toLowerCase(),
  }))

export async function recordClaim(
  connection: Connection,
  invoiceId: string,
  transactionId: string,
  verdict: "pending" | "unverifiable",
): Promise<void> {
  await connection.transaction(async (trx) => {
    // Two requests at once must not both be the fifth.
    await rows(trx, `select 1 from bitcoin_invoice where id = ? for no key update`, [invoiceId])
    await rows(
      trx,
      `insert into bitcoin_claim (id, invoice_id, transaction_id, verdict, next_check_at)
       select ?, ?, ?, ?, case when ?::text = 'pending' then now() end
        where (select count(*) from bitcoin_claim where invoice_id = ?) < ${MAX_PER_INVOICE}
        on conflict (invoice_id, transaction_id) do nothing`,
      [
        generateEntityId(undefined, "btccla"),
        invoiceId,
        transactionId.slice(0, MAX_LENGTH),
        verdict,
        verdict,
        invoiceId,
      ],
    )
  })
}

/** Claims to check: new ones, and unknown ones as long as their invoice is open. */
export async function openClaims(connection: Connection, now: number, limit: number): Promise<Claim[]> {
  if (limit < 1) return []
  await rows(
    connection,
    `update bitcoin_claim c set next_check_at = null from bitcoin_invoice i
      where c.next_check_at <= ? and c.verdict <> 'pending' and i.id = c.invoice_id
        and i.state not in ('awaiting_payment', 'underpaid')`,
    [new Date(now)],
  )
  const found = await rows(
    connection,
    `select c.id, c.invoice_id, c.transaction_id, i.address from bitcoin_claim c join bitcoin_invoice i on i.id = c.invoice_id
      where c.next_check_at <= ? order by c.next_check_at limit ?`,
    [new Date(now), Math.floor(limit)],
  )
  return found.map((row) => claimRow.parse(row))
}

/** A claim that pays only requests a poll of its address. One not found is asked again after 15, 30, 60 … s, at most 10 min. */
export async function judgeClaim(
  connection: Connection,
  claim: Claim,
  verdict: ClaimVerdict,
  now: number,
): Promise<void> {
  await rows(
    connection,
    `update bitcoin_claim set verdict = ?, checks = checks + 1, updated_at = now(),
        next_check_at = case when ?::text in ('not_found', 'unknown')
          then ?::timestamptz + least(interval '10 minutes', interval '15 seconds' * power(2, least(checks, 10))) end
      where id = ?`,
    [verdict, verdict, new Date(now), claim.id],
  )
  if (verdict === "pays") {
    await rows(connection, `update bitcoin_invoice set poll_requested = true where id = ?`, [claim.invoiceId])
  }
}
