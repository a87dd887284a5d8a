import { z } from "@medusajs/framework/zod"
import { queryRows, time, type Connection } from "medusa-payments/database"
import { CLOSED_HOW, INVOICE_STATES } from "../domain/invoice"
import type { TrackedOutput } from "../domain/observe"
import { satoshis } from "../domain/satoshis"
import type { StoredInvoice } from "../domain/stored-invoice"

/** A whole number that may be larger than those of JavaScript. */
export const digits = z
  .string()
  .regex(/^\d+$/)
  .transform((text) => BigInt(text))
const amount = digits.transform(satoshis)

export const invoiceRow = z
  .object({
    id: z.string(),
    orderId: z.string(),
    sessionId: z.string(),
    renewal: z.number().int(),
    walletId: z.string(),
    addressIndex: z.number().int(),
    address: z.string(),
    priceMinor: digits,
    currency: z.string(),
    dueSats: amount,
    toleranceSats: amount,
    rate: z.string(),
    rateSource: z.string(),
    rateAt: time,
    expiresAt: time,
    firstBlockBy: time,
    requiredConfirmations: z.number().int().positive(),
    requiredSources: z.union([z.literal(1), z.literal(2)]),
    disputedSince: time.nullable(),
    dispute: z.string().nullable(),
    state: z.enum(INVOICE_STATES),
    version: z.number().int(),
    receivedSats: amount,
    settledSats: amount,
    surplusMinor: digits,
    confirmations: z.number().int(),
    capturedAt: time.nullable(),
    closedHow: z.enum(CLOSED_HOW).nullable(),
    acceptedSats: amount.nullable(),
    byHandSats: amount.nullable(),
    returnedSats: amount.nullable(),
    decidedSurplusMinor: digits,
    explainedSats: amount,
    lastPollAt: time,
    pollRequested: z.boolean(),
    createdAt: time,
    openedAtHeight: z.number().int().nullable(),
  })
  .transform(
    ({
      dueSats: due,
      toleranceSats: tolerance,
      receivedSats: received,
      settledSats: settled,
      returnedSats: returned,
      explainedSats: explained,
      closedHow: closed,
      pollRequested: isPollRequested,
      disputedSince: since,
      dispute: says,
      acceptedSats,
      byHandSats,
      ...row
    }): StoredInvoice => ({
      ...row,
      ...{ due, tolerance, received, settled, returned, explained, closed, isPollRequested },
      dispute: since === null || says === null ? null : { since, says },
      captured: row.capturedAt !== null,
      accepted: byHandSats === null ? acceptedSats : { byHand: byHandSats },
    }),
  )

/** The invoices that a statement selects or returns, with all their columns. */
export async function queryInvoices(
  connection: Connection,
  sql: string,
  bindings: Parameters<typeof queryRows>[3] = [],
): Promise<StoredInvoice[]> {
  return queryRows(connection, invoiceRow, sql, bindings)
}

const outputRow = z
  .object({
    invoiceId: z.string(),
    txid: z.string(),
    vout: z.number().int(),
    sats: amount,
    status: z.enum(["mempool", "confirmed", "conflicted", "gone", "settled"]),
    height: z.number().int().nullable(),
    seenAt: time,
    firstBlockAt: time.nullable(),
    replaces: z.array(z.string()),
    blockHash: z.string().nullable(),
    missingSince: time.nullable(),
    missingHeight: z.number().int().nullable(),
    inTimeSats: amount.nullable(),
  })
  .transform(({ sats, missingSince: since, missingHeight: height, inTimeSats: inTime, ...row }) => ({
    ...row,
    amount: sats,
    inTime,
    missing: since === null || height === null ? null : { since, height },
  }))

export async function queryOutputs(
  connection: Connection,
  sql: string,
  bindings: Parameters<typeof queryRows>[3] = [],
): Promise<(TrackedOutput & { invoiceId: string })[]> {
  return queryRows(connection, outputRow, sql, bindings)
}
