/** The mails of the outbox, as a table for SQL. */
export const MAILS = `(
  select id, key, payload ->> 'template' as template, payload ->> 'to' as "to", payload -> 'data' as data, attempts, outcome,
         last_error, created_at
    from medusa_payments_outbox where topic = 'mail') as mail`
