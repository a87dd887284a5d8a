import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Refund, RefundAddress } from "../domain/invoice-details"
import { REFUND_BASES } from "../domain/refund-satoshis"
import { satoshis } from "../domain/satoshis"
import type { StaffWrites } from "../domain/staff-actions"
import type { StoredInvoice } from "../domain/stored-invoice"
import { queryRows, rows, time, type Connection } from "medusa-payments/database"
import { insertMessage } from "medusa-payments/modules/outbox"
import { findInvoice } from "./invoices"
import { digits } from "./rows"

const refundRow = z
  .object({
    id: z.string(),
    invoiceId: z.string(),
    amountMinor: digits,
    sats: digits.transform(satoshis).nullable(),
    basis: z.enum(REFUND_BASES),
    address: z.string().nullable(),
    txid: z.string().nullable(),
    bolt11: z.string().nullable(),
    preimage: z.string().nullable(),
    note: z.string().nullable(),
    byId: z.string(),
    byEmail: z.string(),
    medusaMinor: digits,
    medusaRefundId: z.string().nullable(),
    createdAt: time,
  })
  .transform(
    ({
      sats,
      basis,
      address,
      txid,
      bolt11,
      preimage,
      byId: id,
      byEmail: email,
      createdAt: at,
      ...row
    }): Refund => ({
      ...row,
      method:
        sats !== null && address !== null && txid !== null
          ? {
              ...{ kind: "bitcoin", sats, basis, address, txid },
              lightning: bolt11 === null || preimage === null ? undefined : { bolt11, preimage },
            }
          : { kind: "money" },
      by: { id, email },
      at,
    }),
  )

export async function refundsOf(connection: Connection, invoiceIds: readonly string[]): Promise<Refund[]> {
  return queryRows(
    connection,
    refundRow,
    `select * from bitcoin_refund where invoice_id = any(?) order by created_at, id`,
    [[...invoiceIds]],
  )
}

export async function insertRefund(
  tx: Connection,
  { id: invoiceId, orderId }: Pick<StoredInvoice, "id" | "orderId">,
  { method, amountMinor, note, chosen, by, medusaMinor }: NonNullable<StaffWrites["refund"]>,
): Promise<void> {
  const refundId = generateEntityId(undefined, "btcref")
  const sent =
    method.kind === "bitcoin"
      ? [
          ...[method.sats.toString(), method.basis, method.address, method.txid],
          ...[method.lightning?.bolt11 ?? null, method.lightning?.preimage ?? null],
        ]
      : [null, "satoshis", null, null, null, null]
  await rows(
    tx,
    `insert into bitcoin_refund (id, invoice_id, method, amount_minor, sats, basis, address, txid, bolt11, preimage, note, by_id, by_email, medusa_minor)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      refundId,
      invoiceId,
      method.kind,
      amountMinor.toString(),
      ...sent,
      note,
      by.id,
      by.email,
      medusaMinor.toString(),
    ],
  )
  await insertMessage(tx, {
    topic: "bitcoin-refund",
    key: `bitcoin-refund:${refundId}`,
    payload: { orderId, invoiceId, refundId, kind: "refund", ...(chosen && { chosen }) },
  })
}

export async function isProofUsed(connection: Connection, paymentHash: string): Promise<boolean> {
  const found = await rows(
    connection,
    `select 1 from bitcoin_refund where txid = ? and preimage is not null`,
    [paymentHash],
  )
  return found.length > 0
}

export async function findRefund(
  connection: Connection,
  refundId: string,
): Promise<{ refund: Refund; invoice: StoredInvoice } | null> {
  const [refund] = await queryRows(connection, refundRow, `select * from bitcoin_refund where id = ?`, [
    refundId,
  ])
  if (refund === undefined) return null
  const invoice = await findInvoice(connection, "id", refund.invoiceId)
  return invoice === null ? null : { refund, invoice }
}

/** Links Medusa's refund to an unlinked one of the same session and amount; false when there is none. */
export async function admitRefund(
  connection: Connection,
  sessionId: string,
  amountMinor: bigint,
  medusaRefundId: string,
): Promise<boolean> {
  const linked = await rows(
    connection,
    `update bitcoin_refund set medusa_refund_id = ?, updated_at = now() where id = (
       select r.id from bitcoin_refund r join bitcoin_invoice i on i.id = r.invoice_id
        where i.session_id = ? and r.medusa_minor = ? and r.medusa_refund_id is null
        order by r.created_at limit 1 for update of r) returning id`,
    [medusaRefundId, sessionId, amountMinor.toString()],
  )
  return linked.length > 0
}

export async function releaseRefund(connection: Connection, refundId: string): Promise<void> {
  await rows(
    connection,
    `update bitcoin_refund set medusa_refund_id = null, updated_at = now() where id = ?`,
    [refundId],
  )
}

const addressRow = z
  .object({
    id: z.string(),
    invoiceId: z.string(),
    address: z.string(),
    cameBy: z.enum(["link", "account"]),
    createdAt: time,
  })
  .transform(({ createdAt: at, ...row }): RefundAddress => ({ ...row, at }))

export async function refundAddressesOf(
  connection: Connection,
  invoiceIds: readonly string[],
): Promise<RefundAddress[]> {
  return queryRows(
    connection,
    addressRow,
    `select * from bitcoin_refund_address where invoice_id = any(?) and address is not null order by position`,
    [[...invoiceIds]],
  )
}

export async function insertRefundAddress(
  tx: Connection,
  { id: invoiceId, orderId }: Pick<StoredInvoice, "id" | "orderId">,
  { address, cameBy }: Pick<RefundAddress, "address" | "cameBy">,
): Promise<void> {
  const addressId = generateEntityId(undefined, "btcadr")
  await rows(
    tx,
    `insert into bitcoin_refund_address (id, invoice_id, address, came_by) values (?, ?, ?, ?)`,
    [addressId, invoiceId, address, cameBy],
  )
  await insertMessage(tx, {
    topic: "refund-address",
    key: `refund-address:${addressId}`,
    payload: { orderId, addressId },
  })
}
