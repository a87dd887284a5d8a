import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Effect, EffectKind } from "../domain/effects"
import type { InvoiceState, Verdict } from "../domain/invoice"
import type { StoredInvoice } from "../domain/stored-invoice"
import type { Tip } from "../ports/chain-source"
import { openDisputeCase, syncCase } from "./cases"
import { notifyPaymentChanged, rows, type Connection } from "medusa-payments/database"
import { insertMessage } from "medusa-payments/modules/outbox"

/** Stores a verdict with its transition and effects; false when the invoice has moved on since it was read. */
export async function recordVerdict(
  connection: Connection,
  invoice: StoredInvoice,
  verdict: Verdict,
  tip: Tip,
  effects: readonly Effect[],
  cause: string,
): Promise<boolean> {
  return connection.transaction(async (trx) => {
    const updated = await rows(
      trx,
      `update bitcoin_invoice set state = ?, received_sats = ?, settled_sats = ?, surplus_minor = ?, confirmations = ?, disputed_since = null, dispute = null,
          version = version + 1, updated_at = now()
        where id = ? and version = ? returning id`,
      [
        verdict.state,
        verdict.received.toString(),
        verdict.settled.toString(),
        verdict.surplusMinor.toString(),
        verdict.confirmations,
        invoice.id,
        invoice.version,
      ],
    )
    if (updated.length === 0) return false
    for (const [key, sats] of verdict.inTime)
      await rows(
        trx,
        `update bitcoin_output set in_time_sats = ? where invoice_id = ? and txid || ':' || vout::text = ?`,
        [sats.toString(), invoice.id, key],
      )
    await notifyPaymentChanged(trx, invoice.orderId)
    await syncCase(trx, invoice.id, verdict)
    if (verdict.state !== invoice.state) {
      const flags = verdict.flags.length > 0 ? ` (${verdict.flags.join(", ")})` : ""
      await appendTransition(
        trx,
        invoice,
        verdict.state,
        `${cause} at block ${tip.height} ${tip.hash}${flags}`,
      )
    }
    await enqueueEffects(trx, invoice, invoice.version + 1, effects)
    return true
  })
}

/** Two sources differ about an invoice. `isLasting`: a case is due; it is opened once. */
export async function recordDispute(
  connection: Connection,
  invoice: StoredInvoice,
  says: string,
  now: number,
  isLasting: boolean,
): Promise<void> {
  await connection.transaction(async (trx) => {
    const updated = await rows(
      trx,
      `update bitcoin_invoice set disputed_since = coalesce(disputed_since, ?), dispute = ?, updated_at = now()
        where id = ? and version = ? returning id`,
      [new Date(now), says, invoice.id, invoice.version],
    )
    if (updated.length === 0 || !isLasting || !(await openDisputeCase(trx, invoice.id))) return
    await mailAbout(trx, invoice, "mail_case")
  })
}

const versionRow = z.object({ version: z.number().int() })

/** Asks for a mail about an invoice that no change of its state asks for. */
export async function mailAbout(
  connection: Connection,
  invoice: StoredInvoice,
  kind: "mail_case" | "mail_refund_address_asked",
): Promise<void> {
  const [row] = await rows(
    connection,
    `update bitcoin_invoice set version = version + 1 where id = ? returning version`,
    [invoice.id],
  )
  await enqueueEffects(connection, invoice, versionRow.parse(row).version, [
    { kind, notBefore: 0, after: null },
  ])
}

/** A later transition into the same state notifies again. `sequence`: the invoice's version with the verdict; 0 at its opening. */
export async function enqueueEffects(
  connection: Connection,
  { id: invoiceId, orderId }: Pick<StoredInvoice, "id" | "orderId">,
  sequence: number,
  effects: readonly Effect[],
): Promise<void> {
  const keyOf = (kind: EffectKind) => `${kind}:${invoiceId}:${sequence}`
  for (const { kind, notBefore, after } of effects)
    await insertMessage(connection, {
      topic: "bitcoin-effect",
      key: keyOf(kind),
      payload: { orderId, invoiceId, kind, sequence },
      after: after === null ? undefined : keyOf(after),
      notBefore: new Date(notBefore),
    })
}

export async function appendTransition(
  connection: Connection,
  invoice: StoredInvoice,
  to: InvoiceState,
  cause: string,
): Promise<void> {
  await rows(
    connection,
    `insert into bitcoin_transition (id, invoice_id, sequence, from_state, to_state, cause) values (?, ?, ?, ?, ?, ?)`,
    [generateEntityId(undefined, "btctra"), invoice.id, invoice.version + 1, invoice.state, to, cause],
  )
}
