/** The subject that makes a message of the contact form a complaint about personal data (Data Protection Act 2018, section 164A). */
export const DATA_COMPLAINT_SUBJECT = "Data protection"

/** The law asks for an acknowledgement within 30 days and for the outcome without undue delay. The shop promises both by then. */
export const DATA_COMPLAINT_DAYS = 30

const DAY_MS = 86_400_000

/**
 * ISO, from the ISO time at which the message came; null for any other message.
 * @param marked what staff have said about it, whatever its subject
 */
export const dataComplaintDueAt = (
  subject: string,
  receivedAt: string,
  marked: boolean | null = null,
): string | null =>
  (marked ?? subject.toLowerCase() === DATA_COMPLAINT_SUBJECT.toLowerCase())
    ? new Date(Date.parse(receivedAt) + DATA_COMPLAINT_DAYS * DAY_MS).toISOString()
    : null
