import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { queryOne, queryRows, rows, time, type Connection } from "medusa-payments/database"
import type { StaffMember } from "../domain/invoice-details"
import { RECORDED, UNPAID, type Coin, type Payout, type PreparedTransaction } from "../domain/refund-batch"
import { REFUND_BASES, type RefundBasis } from "../domain/refund-satoshis"
import { satoshis } from "../domain/satoshis"
import { digits } from "./rows"

const amount = digits.transform(satoshis)

const payoutRow = z.object({
  id: z.string(),
  batchId: z.string(),
  invoiceId: z.string(),
  /** "" once the order was anonymised. */
  address: z
    .string()
    .nullable()
    .transform((address) => address ?? ""),
  sats: amount,
  basis: z.enum(REFUND_BASES),
  amountMinor: digits,
  /** Its refund can be in no other transaction. */
  isHeld: z.boolean(),
  /** `recorded`, `unpaid`, or why it could not be recorded; null: the transaction is not in a block yet. */
  outcome: z.string().nullable(),
  closedBy: z.string().nullable(),
})
export type StoredPayout = z.output<typeof payoutRow>

const batchRow = z
  .object({
    id: z.string(),
    psbt: z.string().nullable(),
    feeSats: amount,
    changeSats: amount,
    byId: z.string(),
    byEmail: z.string(),
    spentTxid: z.string().nullable(),
    discardedAt: time.nullable(),
    endedAt: time.nullable(),
    createdAt: time,
  })
  .transform(({ byId: id, byEmail: email, createdAt: at, ...row }) => ({ ...row, by: { id, email }, at }))
const coinRow = z.object({ batchId: z.string(), txid: z.string(), vout: z.number().int() })

export type StoredBatch = z.output<typeof batchRow> & {
  readonly payouts: readonly StoredPayout[]
  readonly coins: readonly z.output<typeof coinRow>[]
}

/** One that was discarded may have been signed before: it is watched for this long. */
const DISCARDED_WATCH = "30 days"
const LISTED = 20

/** The batches of which a signed transaction may come. */
export async function watchedBatches(connection: Connection): Promise<StoredBatch[]> {
  return readBatches(
    connection,
    `ended_at is null and (discarded_at is null or discarded_at > now() - interval '${DISCARDED_WATCH}')
      order by created_at`,
  )
}

/** The newest of all, and older ones of which staff still have to do something. */
export async function listedBatches(connection: Connection): Promise<StoredBatch[]> {
  return readBatches(
    connection,
    `id in (select id from bitcoin_refund_batch order by created_at desc limit ${LISTED})
      or (ended_at is null and discarded_at is null)
      or id in (select batch_id from bitcoin_refund_payout where ${IS_CASE}) order by created_at desc`,
  )
}

/** A payment that was made and could not be recorded. */
export const IS_CASE = `outcome not in ('${RECORDED}', '${UNPAID}') and closed_by is null`

export async function findBatch(
  connection: Connection,
  column: "id" | "idempotency_key",
  value: string,
): Promise<StoredBatch | null> {
  const [batch] = await readBatches(connection, `${column} = ?`, [value])
  return batch ?? null
}

const PAYOUTS = "bitcoin_refund_payout p join bitcoin_refund_batch b on b.id = p.batch_id"
/** In an open batch, or in a discarded one that was sent all the same. */
const IS_HELD = "(p.is_open or (b.spent_txid is not null and b.ended_at is null))"

async function readBatches(
  connection: Connection,
  where: string,
  bindings: readonly string[] = [],
): Promise<StoredBatch[]> {
  const batches = await queryRows(
    connection,
    batchRow,
    `select * from bitcoin_refund_batch where ${where}`,
    bindings,
  )
  const ids = batches.map(({ id }) => id)
  const payouts = await queryRows(
    connection,
    payoutRow,
    `select p.*, ${IS_HELD} as is_held from ${PAYOUTS} where p.batch_id = any(?) order by p.id`,
    [ids],
  )
  const coins = await queryRows(
    connection,
    coinRow,
    `select * from bitcoin_refund_coin where batch_id = any(?) order by id`,
    [ids],
  )
  return batches.map((batch) => ({
    ...batch,
    payouts: payouts.filter(({ batchId }) => batchId === batch.id),
    coins: coins.filter(({ batchId }) => batchId === batch.id),
  }))
}

const coinOfWallet = z
  .object({ txid: z.string(), vout: z.number().int(), sats: amount, addressIndex: z.number().int() })
  .transform(({ sats, addressIndex: index, ...row }): Coin => ({ ...row, amount: sats, index }))

/** What the wallet received and, as far as the shop knows, still has: the newest first, which the owner has moved least often. */
export async function spendableCoins(
  connection: Connection,
  walletId: string,
  limit: number,
): Promise<Coin[]> {
  return queryRows(
    connection,
    coinOfWallet,
    `select o.txid, o.vout, o.sats, i.address_index from bitcoin_output o join bitcoin_invoice i on i.id = o.invoice_id
      where i.wallet_id = ? and o.status = 'confirmed' and o.spent_txid is null
        and not exists (select 1 from bitcoin_refund_coin c where c.txid = o.txid and c.vout = o.vout and c.is_open)
      order by o.height desc, o.txid, o.vout limit ${limit}`,
    [walletId],
  )
}

/** Until the transaction ends, staff who prepare another one wait. */
export async function lockForBatch(tx: Connection, walletId: string): Promise<void> {
  await rows(tx, `select pg_advisory_xact_lock(hashtextextended(?, 0))`, [`bitcoin refunds: ${walletId}`])
}

const changeRow = z.object({ index: z.number().int() })

/** The first one that no batch uses whose transaction may come; it skips those of discarded ones if they are below. */
export async function nextChangeIndex(tx: Connection, walletId: string): Promise<number> {
  const row = await queryOne(
    tx,
    changeRow,
    `select coalesce(max(change_index) + 1, 0)::int as index from bitcoin_refund_batch
      where wallet_id = ? and discarded_at is null`,
    [walletId],
  )
  return row.index
}

/** Which of these payments are in an open batch, and whether one of the coins is. */
export async function findTaken(
  tx: Connection,
  invoiceIds: readonly string[],
  coins: readonly Coin[],
): Promise<"refund" | "coin" | null> {
  const open = async (sql: string, values: readonly string[]) =>
    (await rows(tx, sql, [[...values]])).length > 0
  if (await open(`select 1 from ${PAYOUTS} where ${IS_HELD} and p.invoice_id = any(?)`, invoiceIds))
    return "refund"
  const keys = coins.map(({ txid, vout }) => `${txid}:${vout}`)
  return (await open(
    `select 1 from bitcoin_refund_coin where is_open and txid || ':' || vout = any(?)`,
    keys,
  ))
    ? "coin"
    : null
}

export interface NewPayout extends Payout {
  readonly invoiceId: string
  readonly amountMinor: bigint
  readonly basis: RefundBasis
}

export interface NewBatch {
  readonly walletId: string
  readonly idempotencyKey: string
  readonly by: StaffMember
  readonly payouts: readonly NewPayout[]
  readonly changeIndex: number
}

/** @throws when a payment or a coin is in an open batch: the columns are unique */
export async function insertBatch(
  tx: Connection,
  { walletId, idempotencyKey, by, payouts, changeIndex }: NewBatch,
  { psbt, coins, fee, change }: PreparedTransaction,
): Promise<string> {
  const id = generateEntityId(undefined, "btcbat")
  await rows(
    tx,
    `insert into bitcoin_refund_batch (id, wallet_id, idempotency_key, psbt, fee_sats, change_sats, change_index, by_id, by_email)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [id, walletId, idempotencyKey, psbt, fee.toString(), change.toString(), changeIndex, by.id, by.email],
  )
  for (const { invoiceId, address, sats, basis, amountMinor } of payouts)
    await rows(
      tx,
      `insert into bitcoin_refund_payout (id, batch_id, invoice_id, address, sats, basis, amount_minor) values (?, ?, ?, ?, ?, ?, ?)`,
      [
        generateEntityId(undefined, "btcout"),
        id,
        invoiceId,
        address,
        sats.toString(),
        basis,
        amountMinor.toString(),
      ],
    )
  for (const { txid, vout } of coins)
    await rows(tx, `insert into bitcoin_refund_coin (id, batch_id, txid, vout) values (?, ?, ?, ?)`, [
      generateEntityId(undefined, "btccoin"),
      id,
      txid,
      vout,
    ])
  return id
}

/** @returns whether it was open, and no transaction of it was seen */
export async function discardBatch(connection: Connection, id: string): Promise<boolean> {
  return connection.transaction(async (tx) => {
    const discarded = await rows(
      tx,
      `update bitcoin_refund_batch set discarded_at = now(), updated_at = now()
        where id = ? and discarded_at is null and ended_at is null and spent_txid is null returning id`,
      [id],
    )
    if (discarded.length > 0) await release(tx, id)
    return discarded.length > 0
  })
}

export async function setSpender(connection: Connection, id: string, txid: string | null): Promise<void> {
  await rows(
    connection,
    `update bitcoin_refund_batch set spent_txid = ?, updated_at = now() where id = ? and spent_txid is distinct from ?`,
    [txid, id, txid],
  )
}

export async function setOutcome(connection: Connection, payoutId: string, outcome: string): Promise<void> {
  await rows(
    connection,
    `update bitcoin_refund_payout set outcome = ?, is_open = false, updated_at = now() where id = ?`,
    [outcome, payoutId],
  )
}

export async function endBatch(connection: Connection, id: string): Promise<void> {
  await connection.transaction(async (tx) => {
    await rows(
      tx,
      `update bitcoin_refund_batch set ended_at = now(), psbt = null, updated_at = now() where id = ?`,
      [id],
    )
    await release(tx, id)
  })
}

async function release(tx: Connection, id: string): Promise<void> {
  for (const table of ["payout", "coin"])
    await rows(
      tx,
      `update bitcoin_refund_${table} set is_open = false, updated_at = now() where batch_id = ? and is_open`,
      [id],
    )
}

/** Staff found out about payments of this batch that could not be recorded. */
export async function closePayouts(connection: Connection, batchId: string, by: string): Promise<void> {
  await rows(
    connection,
    `update bitcoin_refund_payout set closed_by = ?, updated_at = now() where batch_id = ? and ${IS_CASE}`,
    [by, batchId],
  )
}
