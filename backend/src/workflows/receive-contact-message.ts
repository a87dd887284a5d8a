import {
  createStep,
  createWorkflow,
  parallelize,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { ContactMessage } from "@shop/contracts"
import { environment } from "../config"
import type { MailRequest } from "../mail/requests"
import { CONTACT } from "../modules/contact"
import { enqueueMailStep } from "./steps/enqueue-mail"

type NewMessage = Omit<ContactMessage, "consent">

/** Stores the message with the time of its sender's consent. */
const storeContactMessageStep = createStep(
  "store-contact-message",
  async (message: NewMessage, { container }) => {
    const stored = await container
      .resolve(CONTACT)
      .createContactMessages({ ...message, consent_at: new Date() })
    return new StepResponse(
      { id: stored.id, receivedAt: new Date(stored.created_at).toISOString() },
      stored.id,
    )
  },
  async (id, { container }) => {
    if (id) await container.resolve(CONTACT).deleteContactMessages(id)
  },
)

/** Stores a message from the contact form and enqueues two mails: one to staff and one to the sender. */
export const receiveContactMessageWorkflow = createWorkflow(
  "receive-contact-message",
  (input: NewMessage) => {
    const stored = storeContactMessageStep(input)
    const toStaff = transform({ stored }, ({ stored }): MailRequest => ({
      key: `contact-received:${stored.id}`,
      template: "contact-received",
      to: environment.STAFF_EMAIL,
      data: { messageId: stored.id },
    }))
    const toSender = transform({ stored, input }, ({ stored, input }): MailRequest => ({
      key: `contact-acknowledged:${stored.id}`,
      template: "contact-acknowledged",
      to: input.email,
      data: { messageId: stored.id },
    }))
    parallelize(
      enqueueMailStep(toStaff).config({ name: "notify-staff" }),
      enqueueMailStep(toSender).config({ name: "acknowledge-sender" }),
    )
    return new WorkflowResponse(stored)
  },
)
