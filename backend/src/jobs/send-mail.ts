import { singleFlight } from "../server/single-flight"
import { deliverDueMail } from "../workflows/mail/deliver-due-mail"

/** Sends what waits in the mail outbox. Several processes may do so at once: each mail is taken by one of them. */
export default singleFlight(deliverDueMail)

export const config = { name: "send-mail", schedule: "*/3 * * * * *" }
