import type { MedusaContainer } from "@medusajs/framework/types"
import { deliverDueMail } from "../workflows/mail/deliver-due-mail"

let isUnderWay = false

/** Sends what waits in the mail outbox. Several processes may do so at once: each mail is taken by one of them. */
export default async function sendMail(container: MedusaContainer): Promise<void> {
  // A mail server that hangs would otherwise be called by one more round every few seconds.
  if (isUnderWay) return
  isUnderWay = true
  try {
    await deliverDueMail(container)
  } finally {
    isUnderWay = false
  }
}

export const config = { name: "send-mail", schedule: "*/3 * * * * *" }
