import { runStatements } from "../platform/sql/run-statements"

/** Medusa has no index for what staff search an order by (platform/medusa-tables/order-search.ts has the same expressions). */
export default runStatements([
  `create index if not exists "IDX_order_email_start" on "order" (lower(email) text_pattern_ops) where deleted_at is null`,
  `create index if not exists "IDX_order_address_name_words" on order_address
    using gin (to_tsvector('simple'::regconfig, coalesce(first_name, '') || ' ' || coalesce(last_name, '')))`,
  `create index if not exists "IDX_order_address_postcode" on order_address (upper(replace(postal_code, ' ', '')) text_pattern_ops)`,
  // Of the phone's digits, from the last, and without an extension: people write the beginning in many ways.
  `create index if not exists "IDX_order_address_phone_end" on order_address
    (reverse(regexp_replace(phone, 'x.*$|[^0-9]', '', 'gi')) text_pattern_ops)`,
  `create index if not exists "IDX_fulfillment_label_tracking" on fulfillment_label
    (upper(regexp_replace(tracking_number, '[^A-Za-z0-9]', '', 'g')))`,
])
