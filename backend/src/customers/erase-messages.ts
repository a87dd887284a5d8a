import type { MedusaContainer } from "@medusajs/framework/types"
import { idRow, querySql } from "../platform/sql/query"
import { ERASED_EMAIL } from "../platform/mailbox"
import { ERASE_NOTE } from "./erase-orders"

/** Deletes messages with their answers, their mails and their addresses in the notification log, in one statement. */
export async function eraseMessages(container: MedusaContainer, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await querySql(
    container,
    idRow,
    `with messages as (
       select id from contact_message where id = any(:ids)
     ), answers as (
       delete from contact_answer where message_id in (select id from messages)
     ), mails as (
       delete from outbox_message where topic = 'mail' and payload -> 'data' ->> 'messageId' in (select id from messages)
     ), notifications as (
       update notification set ${ERASE_NOTE}
        where resource_type = 'contact_message' and resource_id in (select id from messages)
     )
     delete from contact_message where id in (select id from messages) returning id`,
    { ids: [...ids], erased: ERASED_EMAIL },
  )
}

/** Deletes every message from this address, ignoring case. */
export async function eraseMessagesOf(container: MedusaContainer, email: string): Promise<void> {
  const messages = await querySql(
    container,
    idRow,
    `select id from contact_message where lower(email) = :email`,
    { email: email.toLowerCase() },
  )
  await eraseMessages(
    container,
    messages.map(({ id }) => id),
  )
}

/** A mail that was being sent while its message was deleted logs its recipient afterwards. */
async function eraseLateNotifications(container: MedusaContainer): Promise<void> {
  await querySql(
    container,
    idRow,
    `update notification n set ${ERASE_NOTE}
      where n.resource_type = 'contact_message' and n."to" <> :erased
        and not exists (select 1 from contact_message m where m.id = n.resource_id)
  returning n.id`,
    { erased: ERASED_EMAIL },
  )
}

/** Deletes messages without any message or answer in the last `keptDays` days. */
export async function eraseOldMessages(container: MedusaContainer, keptDays: number): Promise<void> {
  const old = await querySql(
    container,
    idRow,
    `select m.id from contact_message m
      where greatest(m.created_at, (select max(a.created_at) from contact_answer a where a.message_id = m.id))
            < now() - make_interval(days => cast(:keptDays as integer))`,
    { keptDays: String(keptDays) },
  )
  await eraseMessages(
    container,
    old.map(({ id }) => id),
  )
  await eraseLateNotifications(container)
}
