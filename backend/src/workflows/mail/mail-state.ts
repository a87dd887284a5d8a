/** The state of a mail, in SQL. `o` is its message in the outbox. */
export const MAIL_STATE =
  "case o.outcome when 'done' then 'sent' when 'failed' then 'failed' else 'pending' end"
