import type { Mail } from "../../modules/mail"

/** A mail and what it belongs to. */
export interface ComposedMail {
  mail: Mail
  resource: { id: string; type: "order" | "contact_message" | "stock_alarm" }
}
