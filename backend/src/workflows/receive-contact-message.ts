import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  when,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import type { ContactMessage } from "@shop/contracts"
import { environment } from "../platform/config"
import { mailboxIn, mailboxOf } from "../platform/mailbox"
import type { MailRequest } from "../mail/enqueue-mail"
import { SHOP } from "../modules/shop"
import { querySql } from "../platform/sql/query"
import { enqueueMailStep } from "./steps/enqueue-mail"

/** Acknowledgements an hour to one mailbox, which anybody can enter. More messages are received, and answered by staff. */
const ACKNOWLEDGED_PER_HOUR = 5

type NewMessage = Omit<ContactMessage, "consent">

/** Stores the message with the time of its sender's consent, and decides whether its sender gets a mail. */
const storeContactMessageStep = createStep(
  "store-contact-message",
  async (message: NewMessage, { container }) => {
    const stored = await container.resolve(SHOP).createContactMessages({ ...message, consent_at: new Date() })
    return new StepResponse(
      {
        id: stored.id,
        receivedAt: new Date(stored.created_at).toISOString(),
        isAcknowledged: (await recentMessages(container, message.email)) <= ACKNOWLEDGED_PER_HOUR,
      },
      stored.id,
    )
  },
  async (id, { container }) => {
    if (id) await container.resolve(SHOP).deleteContactMessages(id)
  },
)

const countRow = z.object({ count: z.number().int() })

/** The messages of the last hour from this mailbox. */
async function recentMessages(container: MedusaContainer, email: string): Promise<number> {
  const [row] = await querySql(
    container,
    countRow,
    `select count(*)::int as count from contact_message
      where ${mailboxIn("email")} = :mailbox and created_at > now() - interval '1 hour'`,
    { mailbox: mailboxOf(email) },
  )
  return row?.count ?? 0
}

/** Stores a message from the contact form and enqueues two mails: one to staff and one to the sender. */
export const receiveContactMessageWorkflow = createWorkflow(
  "receive-contact-message",
  (input: NewMessage) => {
    const stored = storeContactMessageStep(input)
    const toStaff = transform({ stored }, ({ stored }): MailRequest<"contact-received"> => ({
      key: `contact-received:${stored.id}`,
      template: "contact-received",
      to: environment.STAFF_EMAIL,
      data: { messageId: stored.id },
    }))
    const toSender = transform(
      { stored, input },
      ({ stored, input }): MailRequest<"contact-acknowledged"> => ({
        key: `contact-acknowledged:${stored.id}`,
        template: "contact-acknowledged",
        to: input.email,
        data: { messageId: stored.id },
      }),
    )
    enqueueMailStep(toStaff).config({ name: "notify-staff" })
    when("is-acknowledged", stored, ({ isAcknowledged }) => isAcknowledged).then(() => {
      enqueueMailStep(toSender).config({ name: "acknowledge-sender" })
    })
    return new WorkflowResponse(transform(stored, ({ id, receivedAt }) => ({ id, receivedAt })))
  },
)
