import { oneAtATime } from "../server/one-at-a-time"
import { deliverDueMail } from "../workflows/mail/deliver-due-mail"

/** Sends what waits in the mail outbox. Several processes may do so at once: each mail is taken by one of them. */
export default oneAtATime(deliverDueMail)

export const config = { name: "send-mail", schedule: "*/3 * * * * *" }
