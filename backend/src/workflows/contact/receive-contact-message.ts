import { createWorkflow, parallelize, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { environment } from "../../config"
import type { MailRequest } from "../../mail/requests"
import { enqueueMailStep } from "../steps/enqueue-mail"
import { storeContactMessageStep, type MessageToStore } from "./store-contact-message"

/**
 * Keeps a message from the contact form, then writes down two mails: one tells staff, one the sender. They go out on
 * their own time: a dead mail server fails nobody's call.
 */
export const receiveContactMessageWorkflow = createWorkflow(
  "receive-contact-message",
  (input: MessageToStore) => {
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
