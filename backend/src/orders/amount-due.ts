/**
 * What is still to be paid of the order `o`, in pounds, by Medusa's sums; zero or less: nothing. Null: an order without sums. A
 * subquery that counts or takes a minimum is evaluated for each order; `exists` may become a join of whole tables.
 */
export const AMOUNT_DUE = `(
  select min((s.totals ->> 'pending_difference')::numeric) from order_summary s
   where s.order_id = o.id and s.version = o.version and s.deleted_at is null)`
