import { runStatements } from "../platform/sql/run-statements"

/** Medusa has no index by time; the sales CSV reads the changes of a period (platform/medusa-tables/order-changes.ts). */
export default runStatements([
  `create index if not exists "IDX_order_change_confirmed_at" on order_change (confirmed_at, id)
    where status = 'confirmed' and (change_type = 'edit' or coalesce(return_id, exchange_id, claim_id) is not null) and deleted_at is null`,
])
