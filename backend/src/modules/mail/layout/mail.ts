/** A mail ready to be sent. */
export interface Mail {
  subject: string
  html: string
  text: string
  /** Where an answer goes. */
  replyTo: string
  /** The key of the mail that this one continues, by which mailboxes show them as one conversation. */
  continues?: string
}
