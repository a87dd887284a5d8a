import { OUTBOX_TABLE } from "../platform/sql/query"
import { runStatements } from "../platform/sql/run-statements"

/**
 * Stores the message that an order costs another amount in the transaction in which Medusa writes its sums: changes end in many of
 * Medusa's workflows, and a crash would lose what follows. The first version of an order is asked for by its checkout; each later
 * one is a change, and each payment of it lowers what is due.
 */
export default runStatements([
  `create or replace function enqueue_amount_changed() returns trigger language plpgsql as $$ begin
     insert into ${OUTBOX_TABLE} (id, topic, key, payload)
     values ('outmsg_' || gen_random_uuid(), 'order-amount-changed', 'order-amount-changed:' || new.id || ':' || gen_random_uuid(),
             jsonb_build_object('orderId', new.order_id));
     return null;
   end $$`,
  `create or replace trigger enqueue_order_changed after insert on order_summary for each row
     when (new.version > 1) execute function enqueue_amount_changed()`,
  `create or replace trigger enqueue_amount_changed after update of totals on order_summary for each row
     when (new.version > 1 and (old.totals ->> 'paid_total' is distinct from new.totals ->> 'paid_total'
       or old.totals ->> 'current_order_total' is distinct from new.totals ->> 'current_order_total'))
     execute function enqueue_amount_changed()`,
  // Medusa confirms a change before it reserves the stock, and takes the sums back if there is too little.
  `create or replace trigger enqueue_change_undone after update of deleted_at on order_summary for each row
     when (new.version > 1 and old.deleted_at is null and new.deleted_at is not null)
     execute function enqueue_amount_changed()`,
])
