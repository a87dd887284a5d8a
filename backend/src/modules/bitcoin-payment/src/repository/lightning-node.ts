import { z } from "@medusajs/framework/zod"
import { queryRows, rows, time, type Connection } from "medusa-payments/database"
import { uncountedOutput, type LightningSettlement } from "../domain/lightning"
import type { StoredInvoice } from "../domain/stored-invoice"
import { storeOutput } from "./outputs"
import { queryInvoices } from "./rows"
import { mailAbout } from "./verdicts"

interface Reconciliation {
  readonly cursor: string | null
  readonly at: number
}

/** Null: what this node settled was never compared. */
export async function lastReconciliation(
  connection: Connection,
  nodeId: string,
): Promise<Reconciliation | null> {
  const [found] = await queryRows(
    connection,
    z.object({ cursor: z.string().nullable(), at: time }),
    `select settled_cursor as cursor, reconciled_at as at from bitcoin_lightning_node where node_id = ?`,
    [nodeId],
  )
  return found ?? null
}

export async function recordReconciliation(
  connection: Connection,
  nodeId: string,
  at: number,
  cursor: string | null,
): Promise<void> {
  await rows(
    connection,
    `insert into bitcoin_lightning_node (node_id, settled_cursor, reconciled_at) values (?, ?, ?)
      on conflict (node_id) do update set settled_cursor = excluded.settled_cursor, reconciled_at = excluded.reconciled_at`,
    [nodeId, cursor, new Date(at)],
  )
}

/** Of these payment hashes, those that the shop has an invoice or a payment of. */
export async function knownLightning(
  connection: Connection,
  paymentHashes: readonly string[],
): Promise<Map<string, "settled" | "unsettled">> {
  const found = await queryRows(
    connection,
    z.object({ paymentHash: z.string(), isSettled: z.boolean() }),
    `select payment_hash, settled_at is not null as is_settled from bitcoin_lightning_invoice where payment_hash = any(?)
     union all select txid, true from bitcoin_output where status = 'settled' and txid = any(?)`,
    [[...paymentHashes], [...paymentHashes]],
  )
  return new Map(
    found.map(({ paymentHash, isSettled }) => [paymentHash, isSettled ? "settled" : "unsettled"]),
  )
}

/** Stores a payment that staff must find out about, and mails them, once. */
export async function recordUnknownPayment(
  connection: Connection,
  { id }: Pick<StoredInvoice, "id">,
  payment: LightningSettlement,
): Promise<void> {
  await connection.transaction(async (trx) => {
    const [invoice] = await queryInvoices(
      trx,
      `update bitcoin_invoice set poll_requested = true, updated_at = now() where id = ? returning *`,
      [id],
    )
    const known = await knownLightning(trx, [payment.paymentHash])
    if (invoice === undefined || known.size > 0) return
    await storeOutput(trx, invoice, uncountedOutput(invoice, payment))
    await mailAbout(trx, invoice, "mail_case")
  })
}
