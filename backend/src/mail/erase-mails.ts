import type { MedusaContainer } from "@medusajs/framework/types"
import { idRow, querySql } from "../platform/sql/query"

/**
 * Mails about no order and no message: requested links to orders that may not exist, and mails to staff. Those that are to be
 * sent stay, but the links, which anyone may request for any address.
 */
export const IS_LOOSE_MAIL = `topic = 'mail' and payload -> 'data' ->> 'orderId' is null
  and payload -> 'data' ->> 'messageId' is null and (finished_at is not null or payload ->> 'template' = 'order-link')`

/** Deletes what the outbox keeps of this address beside its orders and messages, ignoring case. */
export async function eraseLooseMailsTo(container: MedusaContainer, email: string): Promise<void> {
  await querySql(
    container,
    idRow,
    `delete from outbox_message where ${IS_LOOSE_MAIL} and lower(payload ->> 'to') = lower(:email) returning id`,
    { email },
  )
}

/** Deletes such mails a day after they were sent: their receiver may have no order and no account. */
export async function eraseOldLooseMails(container: MedusaContainer): Promise<void> {
  await querySql(
    container,
    idRow,
    `delete from outbox_message where ${IS_LOOSE_MAIL} and finished_at < now() - interval '1 day' returning id`,
  )
}
