import type { MedusaContainer } from "@medusajs/framework/types"
import { IS_LOOSE_MAIL } from "../platform/medusa-tables/erasure"
import { idRow, OUTBOX_TABLE, querySql } from "../platform/sql/query"

/** Deletes what the outbox keeps of this address beside its orders and messages, ignoring case. */
export async function eraseLooseMailsTo(container: MedusaContainer, email: string): Promise<void> {
  await querySql(
    container,
    idRow,
    `delete from ${OUTBOX_TABLE} where ${IS_LOOSE_MAIL} and lower(payload ->> 'to') = lower(:email) returning id`,
    { email },
  )
}

/** Deletes such mails a day after they were sent: their receiver may have no order and no account. */
export async function eraseOldLooseMails(container: MedusaContainer): Promise<void> {
  await querySql(
    container,
    idRow,
    `delete from ${OUTBOX_TABLE} where ${IS_LOOSE_MAIL} and finished_at < now() - interval '1 day' returning id`,
  )
}
