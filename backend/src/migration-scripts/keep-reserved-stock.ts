import { runStatements } from "../platform/sql/run-statements"

/**
 * Keeps an inventory level's reserved quantity equal to the sum of its reservations, whatever happens to locks and connections.
 * Medusa reads the quantity, adds, and writes the result. If a connection breaks while it commits, the lock is released before
 * the commit arrives: the next change reads the old quantity and loses one. At each commit this trigger counts the
 * reservations again under the level's row lock, and rejects a reservation of more than there is.
 */
export default runStatements([
  `create or replace function keep_reserved_stock() returns trigger language plpgsql as $$
   declare
     place record;
     level record;
     reserved numeric;
   begin
     for place in
       select new.inventory_item_id as item, new.location_id as location where tg_op <> 'DELETE'
       union select old.inventory_item_id, old.location_id where tg_op <> 'INSERT'
     loop
       select id, stocked_quantity, reserved_quantity into level from inventory_level
        where inventory_item_id = place.item and location_id = place.location and deleted_at is null for update;
       continue when not found;
       select coalesce(sum(quantity), 0) into reserved from reservation_item
        where inventory_item_id = place.item and location_id = place.location and deleted_at is null;
       if tg_op = 'INSERT' and not coalesce(new.allow_backorder, false) and reserved > level.stocked_quantity then
         raise exception 'Not enough stock of % is left: % reserved of %', place.item, reserved, level.stocked_quantity
           using errcode = 'check_violation';
       end if;
       if reserved <> level.reserved_quantity then
         update inventory_level
            set reserved_quantity = reserved, updated_at = now(),
                raw_reserved_quantity = jsonb_build_object('value', reserved::text, 'precision', 20)
          where id = level.id;
       end if;
     end loop;
     return null;
   end $$`,
  "drop trigger if exists keep_reserved_stock on reservation_item",
  // Deferred: within its transaction Medusa writes reservations and levels in any order.
  `create constraint trigger keep_reserved_stock after insert or update or delete on reservation_item
     deferrable initially deferred for each row execute function keep_reserved_stock()`,
  // What went wrong before the trigger existed.
  `update inventory_level l
      set reserved_quantity = r.reserved, raw_reserved_quantity = jsonb_build_object('value', r.reserved::text, 'precision', 20)
     from (select level.id, coalesce(sum(item.quantity), 0) as reserved
             from inventory_level level left join reservation_item item
               on item.inventory_item_id = level.inventory_item_id and item.location_id = level.location_id
              and item.deleted_at is null
            where level.deleted_at is null group by level.id) r
    where r.id = l.id and r.reserved <> l.reserved_quantity`,
])
