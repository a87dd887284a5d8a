import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { queryOne, queryRows, rows, time, type Connection } from "medusa-payments/database"
import { LAST_PAID, takeIndex } from "./wallets"

export interface StaffMember {
  readonly id: string
  readonly email: string
}

const ownAddressRow = z.object({
  id: z.string(),
  address: z.string(),
  createdAt: time,
  isOpen: z.boolean(),
  /** When a payment to it was first known; null: none is. */
  seenAt: time.nullable(),
})
export type OwnAddress = z.output<typeof ownAddressRow>

export async function newestOwnAddress(connection: Connection, walletId: string): Promise<OwnAddress | null> {
  const [newest] = await queryRows(
    connection,
    ownAddressRow,
    `select own.*, own.address_index > ${LAST_PAID} as is_open
       from bitcoin_own_address own join bitcoin_wallet w on w.id = own.wallet_id
      where w.id = ? order by own.address_index desc limit 1`,
    [walletId],
  )
  return newest ?? null
}

/** Takes the wallet's next address for the merchant. Two calls at once get the same one. */
export async function takeOwnAddress(
  connection: Connection,
  walletId: string,
  by: StaffMember,
  addressAt: (index: number) => string,
): Promise<OwnAddress> {
  return connection.transaction(async (tx) => {
    await rows(tx, `select id from bitcoin_wallet where id = ? for update`, [walletId])
    const open = await newestOwnAddress(tx, walletId)
    if (open?.isOpen === true) return open
    const index = await takeIndex(tx, walletId)
    return queryOne(
      tx,
      ownAddressRow,
      `insert into bitcoin_own_address (id, wallet_id, address_index, address, by_id, by_email)
       values (?, ?, ?, ?, ?, ?) returning *, true as is_open`,
      [generateEntityId(undefined, "btcown"), walletId, index, addressAt(index), by.id, by.email],
    )
  })
}

/** A payment to it is known. Idempotent. */
export async function markOwnAddressSeen(connection: Connection, { id }: OwnAddress): Promise<OwnAddress> {
  return queryOne(
    connection,
    ownAddressRow,
    `update bitcoin_own_address set seen_at = coalesce(seen_at, now()), updated_at = now() where id = ? returning *, false as is_open`,
    [id],
  )
}

const changeRow = z
  .object({ gapLimit: z.number().int(), byEmail: z.string(), createdAt: time })
  .transform(({ gapLimit: limit, byEmail: by, createdAt: at }) => ({ limit, by, at }))
export type GapLimitChange = z.output<typeof changeRow>

export async function changeGapLimit(
  connection: Connection,
  walletId: string,
  limit: number,
  by: StaffMember,
): Promise<void> {
  await connection.transaction(async (tx) => {
    const changed = await rows(
      tx,
      `update bitcoin_wallet set gap_limit = ?, updated_at = now()
        where id = ? and gap_limit is distinct from ? returning id`,
      [limit, walletId, limit],
    )
    if (changed.length === 0) return
    await rows(
      tx,
      `insert into bitcoin_wallet_change (id, wallet_id, gap_limit, by_id, by_email) values (?, ?, ?, ?, ?)`,
      [generateEntityId(undefined, "btcwch"), walletId, limit, by.id, by.email],
    )
  })
}

export async function lastGapLimitChange(
  connection: Connection,
  walletId: string,
): Promise<GapLimitChange | null> {
  const [change] = await queryRows(
    connection,
    changeRow,
    `select * from bitcoin_wallet_change where wallet_id = ? order by created_at desc, id desc limit 1`,
    [walletId],
  )
  return change ?? null
}
