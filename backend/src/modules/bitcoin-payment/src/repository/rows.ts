import { z } from "@medusajs/framework/zod"
import { CLOSED_HOW, INVOICE_STATES } from "../domain/invoice"
import type { TrackedOutput } from "../domain/observe"
import { satoshis } from "../domain/satoshis"
import type { StoredInvoice } from "../domain/stored-invoice"

const digits = z
  .string()
  .regex(/^\d+$/)
  .transform((text) => BigInt(text))
const amount = digits.transform(satoshis)
const time = z.date().transform((date) => date.getTime())

const invoiceRow = z
  .object({
    id: z.string(),
    order_id: z.string(),
    session_id: z.string(),
    renewal: z.number().int(),
    wallet_id: z.string(),
    address_index: z.number().int(),
    address: z.string(),
    price_minor: digits,
    currency: z.string(),
    due_sats: amount,
    tolerance_sats: amount,
    rate: z.string(),
    rate_source: z.string(),
    rate_at: time,
    expires_at: time,
    first_block_by: time,
    required_confirmations: z.number().int().positive(),
    required_sources: z.union([z.literal(1), z.literal(2)]),
    disputed_since: time.nullable(),
    dispute: z.string().nullable(),
    state: z.enum(INVOICE_STATES),
    version: z.number().int(),
    received_sats: amount,
    settled_sats: amount,
    surplus_minor: digits,
    confirmations: z.number().int(),
    captured_at: z.date().nullable(),
    closed_how: z.enum(CLOSED_HOW).nullable(),
    accepted_sats: amount.nullable(),
    by_hand_sats: amount.nullable(),
    returned_sats: amount.nullable(),
    decided_surplus_minor: digits,
    explained_sats: amount,
    last_poll_at: time,
    poll_requested: z.boolean(),
    created_at: time,
    opened_at_height: z.number().int().nullable(),
  })
  .transform((row): StoredInvoice => ({
    id: row.id,
    orderId: row.order_id,
    sessionId: row.session_id,
    renewal: row.renewal,
    walletId: row.wallet_id,
    addressIndex: row.address_index,
    address: row.address,
    priceMinor: row.price_minor,
    currency: row.currency,
    due: row.due_sats,
    tolerance: row.tolerance_sats,
    rate: row.rate,
    rateSource: row.rate_source,
    rateAt: row.rate_at,
    expiresAt: row.expires_at,
    firstBlockBy: row.first_block_by,
    requiredConfirmations: row.required_confirmations,
    requiredSources: row.required_sources,
    dispute:
      row.disputed_since === null || row.dispute === null
        ? null
        : { since: row.disputed_since, says: row.dispute },
    state: row.state,
    version: row.version,
    received: row.received_sats,
    settled: row.settled_sats,
    surplusMinor: row.surplus_minor,
    confirmations: row.confirmations,
    captured: row.captured_at !== null,
    closed: row.closed_how,
    accepted: row.by_hand_sats === null ? row.accepted_sats : { byHand: row.by_hand_sats },
    returned: row.returned_sats,
    decidedSurplusMinor: row.decided_surplus_minor,
    explained: row.explained_sats,
    lastPollAt: row.last_poll_at,
    isPollRequested: row.poll_requested,
    createdAt: row.created_at,
    openedAtHeight: row.opened_at_height,
  }))

/** A row of `bitcoin_invoice`, parsed: the database is outside too. */
export function toInvoice(row: unknown): StoredInvoice {
  return invoiceRow.parse(row)
}

const outputRow = z
  .object({
    invoice_id: z.string(),
    txid: z.string(),
    vout: z.number().int(),
    sats: amount,
    status: z.enum(["mempool", "confirmed", "conflicted", "gone"]),
    height: z.number().int().nullable(),
    seen_at: time,
    first_block_at: time.nullable(),
    replaces: z.array(z.string()),
    block_hash: z.string().nullable(),
    missing_since: time.nullable(),
    missing_height: z.number().int().nullable(),
  })
  .transform((row): TrackedOutput & { invoiceId: string } => ({
    invoiceId: row.invoice_id,
    txid: row.txid,
    vout: row.vout,
    amount: row.sats,
    status: row.status,
    height: row.height,
    seenAt: row.seen_at,
    firstBlockAt: row.first_block_at,
    replaces: row.replaces,
    blockHash: row.block_hash,
    missing:
      row.missing_since === null || row.missing_height === null
        ? null
        : { since: row.missing_since, height: row.missing_height },
  }))

/** A row of `bitcoin_output`, parsed. */
export function toTrackedOutput(row: unknown): TrackedOutput & { invoiceId: string } {
  return outputRow.parse(row)
}
