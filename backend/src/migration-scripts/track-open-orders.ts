import { runStatements } from "../platform/sql/run-statements"

/**
 * Orders of which something has not left, for the staff's lists (platform/medusa-tables/order-lists.ts). Medusa stores what left with the
 * items and what was cancelled with the order, and an index has one table: without this table the lists would read all
 * cancelled or all shipped orders of the past. The triggers add an order with the transaction that opens it; what ended is
 * deleted later. Reading checks every order, so that one too many does no harm.
 */
export default runStatements([
  `create table if not exists open_order (order_id text primary key, opened_at timestamptz not null default now())`,
  // The update takes the row's lock: a deletion that is just running waits, and finds that the order is open again.
  `create or replace function open_order_of_item() returns trigger language plpgsql as $$ begin
     insert into open_order (order_id) values (new.order_id) on conflict (order_id) do update set opened_at = now();
     return null;
   end $$`,
  `create or replace trigger open_order_of_item after insert on order_item for each row
     when (greatest(new.shipped_quantity, new.delivered_quantity) < new.quantity) execute function open_order_of_item()`,
  `create or replace function open_reinstated_order() returns trigger language plpgsql as $$ begin
     insert into open_order (order_id) values (new.id) on conflict (order_id) do update set opened_at = now();
     return null;
   end $$`,
  `create or replace trigger open_reinstated_order after update on "order" for each row
     when (old.status = 'canceled' and new.status <> 'canceled') execute function open_reinstated_order()`,
  `insert into open_order (order_id)
   select distinct i.order_id from order_item i join "order" o on o.id = i.order_id and o.version = i.version
    where greatest(i.shipped_quantity, i.delivered_quantity) < i.quantity and i.deleted_at is null and o.status <> 'canceled'
   on conflict do nothing`,
  `create index if not exists "IDX_fulfillment_left" on fulfillment ((coalesce(shipped_at, delivered_at)))
    where coalesce(shipped_at, delivered_at) is not null and canceled_at is null and deleted_at is null`,
  `create index if not exists "IDX_order_canceled_at" on "order" (canceled_at)
    where status = 'canceled' and deleted_at is null`,
])
