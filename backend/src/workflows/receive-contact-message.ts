import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { ContactMessage, ContactReceipt } from "@shop/contracts"
import { enqueueMail } from "../mail/enqueue-mail"
import { environment } from "../platform/config"
import { mailboxIn, mailboxOf } from "../platform/email-address"
import { isoTime, querySql } from "../platform/sql/query"

/** Acknowledgements an hour to one mailbox, which anybody can enter. More messages are received, and answered by staff. */
const ACKNOWLEDGED_PER_HOUR = 5

const storedRow = z.object({
  id: z.string(),
  receivedAt: isoTime,
  earlier: z.number().int(),
})

// It does not count the message that it stores.
const STORE = `
  insert into contact_message (id, name, email, subject, message, consent_at)
  values (:id, :name, :email, :subject, :message, now())
  returning id, created_at as "receivedAt", (
    select count(*)::int from contact_message
     where ${mailboxIn("email")} = :mailbox and created_at > now() - interval '1 hour') as earlier`

/** Message, time of consent and mails are stored in one transaction. */
export async function receiveContactMessage(
  container: MedusaContainer,
  { name, email, subject, message }: Omit<ContactMessage, "consent">,
): Promise<ContactReceipt> {
  const connection = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  return connection.transaction(async (transaction) => {
    const values = { id: generateEntityId(undefined, "cmsg"), name, email, subject, message }
    const rows = await querySql(transaction, storedRow, STORE, { ...values, mailbox: mailboxOf(email) })
    const { id, receivedAt, earlier } = z.tuple([storedRow]).parse(rows)[0]
    const mail = { data: { messageId: id } }
    await enqueueMail(
      container,
      { ...mail, key: `contact-received:${id}`, template: "contact-received", to: environment.STAFF_EMAIL },
      { transaction },
    )
    if (earlier < ACKNOWLEDGED_PER_HOUR)
      await enqueueMail(
        container,
        { ...mail, key: `contact-acknowledged:${id}`, template: "contact-acknowledged", to: email },
        { transaction },
      )
    return { id, receivedAt }
  })
}
