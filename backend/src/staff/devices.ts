import { randomUUID } from "node:crypto"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { enqueueMail } from "../mail/enqueue-mail"
import { hashOf } from "../modules/access"
import { idRow, querySql } from "../platform/sql/query"

const DAY_MS = 24 * 60 * 60 * 1000
/** A device that is not used for so long is reported again. */
const DEVICE_DAYS = 365

const REMEMBER = `
  with others as (
    select device_hash from staff_device where account = :account and deleted_at is null
  ), remembered as (
    insert into staff_device (id, account, device_hash, expires_at)
    values ('stdev_' || gen_random_uuid(), :account, :device, :expiresAt)
        on conflict (account, device_hash) where deleted_at is null do update set expires_at = excluded.expires_at
  )
  select exists (select 1 from others) and not exists (select 1 from others where device_hash = :device) as is_new`

const KNOWN = `
  select id from staff_device
   where account = :account and device_hash = :device and expires_at > now() and deleted_at is null`

export async function isKnownDevice(
  container: MedusaContainer,
  { account, device }: Pick<SignInFrom, "account" | "device">,
): Promise<boolean> {
  const values = { account: account.toLowerCase(), device: hashOf(device) }
  return (await querySql(container, idRow, KNOWN, values)).length > 0
}

export interface SignInFrom {
  /** The address with which the member of staff signs in. */
  account: string
  device: string
  /** For the mail: the browser's or program's own name, and its network address. */
  agent: string
  address: string
}

/** Mails the member of staff of a new device, unless it is their first. Device and mail are stored in one transaction. */
export async function noticeDevice(container: MedusaContainer, from: SignInFrom): Promise<void> {
  const account = from.account.toLowerCase()
  const connection = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  await connection.transaction(async (transaction) => {
    const [row] = await querySql(transaction, z.object({ is_new: z.boolean() }), REMEMBER, {
      account,
      device: hashOf(from.device),
      expiresAt: new Date(Date.now() + DEVICE_DAYS * DAY_MS),
    })
    if (row?.is_new !== true) return
    const at = new Date().toISOString()
    await enqueueMail(
      container,
      {
        key: `staff-sign-in:${randomUUID()}`,
        template: "staff-sign-in",
        to: from.account,
        data: { account, at, agent: from.agent, address: from.address },
      },
      { transaction },
    )
  })
}
