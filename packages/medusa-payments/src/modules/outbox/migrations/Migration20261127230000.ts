import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Names the sequence, the constraints and the indexes of a renamed table after it. */
const renameParts = (from: string, to: string) => `do $$ declare part record; begin
    alter sequence "${from}_position_seq" rename to "${to}_position_seq";
    for part in select conname as name from pg_constraint
                 where conrelid = '${to}'::regclass and starts_with(conname, '${from}_') loop
      execute format('alter table ${to} rename constraint %I to %I', part.name, replace(part.name, '${from}', '${to}'));
    end loop;
    for part in select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
                 where i.indrelid = '${to}'::regclass and starts_with(c.relname, '${from}_') loop
      execute format('alter index %I rename to %I', part.name, replace(part.name, '${from}', '${to}'));
    end loop;
  end $$;`

/**
 * The table has the package's prefix. It works beside the former release: that goes on through a view, which a later release
 * drops. A new database has had no former release.
 */
export class Migration20261127230000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`drop view if exists "medusa_payments_outbox";`)
    this.addSql(`alter table "outbox_message" rename to "medusa_payments_outbox";`)
    this.addSql(renameParts("outbox_message", "medusa_payments_outbox"))
    this.addSql(`do $$ begin
      if to_regclass('mikro_orm_migrations') is not null then
        if exists (select from mikro_orm_migrations where name = 'Migration20261122100000' and executed_at < now()) then
          create view "outbox_message" as select * from "medusa_payments_outbox";
        end if;
      end if;
    end $$;`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop view if exists "outbox_message";`)
    this.addSql(`alter table "medusa_payments_outbox" rename to "outbox_message";`)
    this.addSql(renameParts("medusa_payments_outbox", "outbox_message"))
    // An application's triggers write under this name.
    this.addSql(`create view "medusa_payments_outbox" as select * from "outbox_message";`)
  }
}
