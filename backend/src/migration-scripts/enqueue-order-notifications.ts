import { OUTBOX_TABLE } from "../platform/sql/query"
import { runStatements } from "../platform/sql/run-statements"

/**
 * Stores the message about a cancelled order or a shipped parcel in the transaction in which Medusa writes it: Medusa's
 * workflow hooks run after the commit, and a crash between the two would lose the message. Every event is a message of its
 * own: an order can be reinstated and cancelled again, and Medusa may undo a shipment that failed.
 */
export default runStatements([
  `create or replace function enqueue_order_cancelled() returns trigger language plpgsql as $$ begin
     insert into ${OUTBOX_TABLE} (id, topic, key, payload)
     values ('outmsg_' || gen_random_uuid(), 'order-cancelled', 'order-cancellation:' || new.id || ':' || gen_random_uuid(),
             jsonb_build_object('orderId', new.id));
     return null;
   end $$`,
  `create or replace trigger enqueue_order_cancelled after update on "order" for each row
     when (old.status <> 'canceled' and new.status = 'canceled') execute function enqueue_order_cancelled()`,
  // Due in a minute, unless the hook "shipmentCreated" asks for it now or withdraws it.
  `create or replace function enqueue_order_shipped() returns trigger language plpgsql as $$ begin
     insert into ${OUTBOX_TABLE} (id, topic, key, payload, next_attempt_at)
     values ('outmsg_' || gen_random_uuid(), 'order-shipped', 'order-shipment:' || new.id || ':' || gen_random_uuid(),
             jsonb_build_object('fulfillmentId', new.id), now() + interval '1 minute');
     return null;
   end $$`,
  `create or replace trigger enqueue_order_shipped after update on fulfillment for each row
     when (old.shipped_at is null and new.shipped_at is not null) execute function enqueue_order_shipped()`,
])
