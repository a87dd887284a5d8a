import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * Where buyers want their refunds, each time they say so. A line is never changed or struck out; only the address in it
 * may be blotted out, when its order is made anonymous, and that it was told is noted once.
 */
export class Migration20261121120000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create table if not exists "bitcoin_refund_address" (
      "id" text primary key,
      "position" bigint generated always as identity,
      "invoice_id" text not null references "bitcoin_invoice" ("id"),
      "address" text null,
      "came_by" text not null check ("came_by" in ('link','account')),
      "notified_at" timestamptz null,
      "created_at" timestamptz not null default now(),
      "updated_at" timestamptz not null default now(),
      "deleted_at" timestamptz null);`)
    this.addSql(
      `create index if not exists "bitcoin_refund_address_invoice" on "bitcoin_refund_address" ("invoice_id");`,
    )
    this.addSql(
      `create index if not exists "bitcoin_refund_address_unnotified" on "bitcoin_refund_address" ("position") where "notified_at" is null;`,
    )
    this
      .addSql(`create or replace function "bitcoin_refund_address_is_append_only"() returns trigger language plpgsql as
      $$ begin
        if tg_op = 'UPDATE'
           and (new.id, new.position, new.invoice_id, new.came_by, new.created_at)
               is not distinct from (old.id, old.position, old.invoice_id, old.came_by, old.created_at)
           and (new.address is null or new.address is not distinct from old.address)
           and (old.notified_at is null or new.notified_at is not distinct from old.notified_at)
        then return new; end if;
        raise exception 'What a buyer said is not changed afterwards.';
      end $$;`)
    this
      .addSql(`create or replace trigger "bitcoin_refund_address_append_only" before update or delete on "bitcoin_refund_address"
      for each row execute function "bitcoin_refund_address_is_append_only"();`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "bitcoin_refund_address";`)
    this.addSql(`drop function if exists "bitcoin_refund_address_is_append_only"();`)
  }
}
