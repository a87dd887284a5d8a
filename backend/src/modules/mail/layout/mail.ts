/** A mail ready to be sent. */
export interface Mail {
  subject: string
  html: string
  text: string
  /** Where an answer goes, if not to the shop. */
  replyTo?: string
}
