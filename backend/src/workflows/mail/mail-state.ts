/** Where a mail of the outbox `o` stands, in SQL. */
export const MAIL_STATE =
  "case when o.sent_at is not null then 'sent' when o.failed_at is not null then 'failed' else 'pending' end"
