import { createWorkflow, parallelize, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { environment } from "../../config"
import { contactMail } from "../mail/shop-mail"
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
    const toStaff = transform({ stored }, ({ stored }) =>
      contactMail("contact-received", stored.id, environment.STAFF_EMAIL),
    )
    const toSender = transform({ stored, input }, ({ stored, input }) =>
      contactMail("contact-acknowledged", stored.id, input.email),
    )
    parallelize(
      enqueueMailStep(toStaff).config({ name: "notify-staff" }),
      enqueueMailStep(toSender).config({ name: "acknowledge-sender" }),
    )
    return new WorkflowResponse(stored)
  },
)
