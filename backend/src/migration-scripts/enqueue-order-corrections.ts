import { OUTBOX_TABLE } from "../platform/sql/query"
import { runStatements } from "../platform/sql/run-statements"

/**
 * Stores the message about a corrected email address or a converted draft in the transaction in which Medusa writes it, as
 * `enqueue-order-notifications.ts` does: Medusa has no hook for either, and a crash would lose what follows.
 */
export default runStatements([
  `create or replace function enqueue_order_corrected() returns trigger language plpgsql as $$ begin
     insert into ${OUTBOX_TABLE} (id, topic, key, payload)
     values ('outmsg_' || gen_random_uuid(), tg_argv[0], tg_argv[0] || ':' || new.id || ':' || gen_random_uuid(),
             jsonb_build_object('orderId', new.id, 'at', now()));
     return null;
   end $$`,
  `create or replace trigger enqueue_email_corrected after update of email on "order" for each row
     when (not new.is_draft_order and lower(old.email) <> lower(new.email))
     execute function enqueue_order_corrected('order-email-corrected')`,
  `create or replace trigger enqueue_draft_converted after update of is_draft_order on "order" for each row
     when (old.is_draft_order and not new.is_draft_order)
     execute function enqueue_order_corrected('draft-converted')`,
])
