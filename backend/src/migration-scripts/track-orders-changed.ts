import { runStatements } from "../platform/sql/run-statements"

/** A change is work for staff although nothing of the order is left to send: a difference may be due (track-open-orders.ts). */
export default runStatements([
  `create or replace trigger open_changed_order after insert on order_summary for each row
     when (new.version > 1) execute function open_order_of_item()`,
])
