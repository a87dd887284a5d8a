import { runStatements } from "../platform/sql/run-statements"

/**
 * The handles that products and categories had before, by which the catalogue finds them too. A trigger notes them: the admin,
 * the API, an import and a script all rename, and a crash loses none.
 */
export default runStatements([
  `create table if not exists former_handle (
     handle text not null, target_id text not null, renamed_at timestamptz not null default now(), primary key (handle, target_id))`,
  `create or replace function keep_former_handle() returns trigger language plpgsql as $$ begin
     insert into former_handle (handle, target_id) values (old.handle, new.id)
       on conflict (handle, target_id) do update set renamed_at = now();
     return null;
   end $$`,
  `create or replace trigger keep_former_product_handle after update of handle on product for each row
     when (old.handle <> new.handle) execute function keep_former_handle()`,
  `create or replace trigger keep_former_category_handle after update of handle on product_category for each row
     when (old.handle <> new.handle) execute function keep_former_handle()`,
])
