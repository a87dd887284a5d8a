import type { MedusaContainer } from "@medusajs/framework/types"
import { eraseLateNotifications, eraseMessages } from "../platform/medusa-tables/erasure"
import { idRow, querySql } from "../platform/sql/query"

/** Deletes every message from this address, ignoring case. */
export async function eraseMessagesOf(container: MedusaContainer, email: string): Promise<void> {
  const messages = await querySql(
    container,
    idRow,
    `select id from contact_message where lower(email) = :email`,
    { email: email.toLowerCase() },
  )
  await eraseMessages(container, { ids: messages.map(({ id }) => id) })
}

export async function eraseOldMessages(container: MedusaContainer, keptDays: number): Promise<void> {
  const old = await querySql(
    container,
    idRow,
    `select m.id from contact_message m
      where greatest(m.created_at, (select max(a.created_at) from contact_answer a where a.message_id = m.id))
            < now() - make_interval(days => cast(:keptDays as integer))`,
    { keptDays: String(keptDays) },
  )
  await eraseMessages(container, { ids: old.map(({ id }) => id) })
  await eraseLateNotifications(container)
}
