import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** One release for each order, never changed and never taken back. */
export class Migration20261121090500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create table if not exists "unpaid_release" (
      "id" text primary key,
      "order_id" text not null unique,
      "by_id" text not null,
      "by_email" text not null,
      "reason" text not null,
      "outstanding_pence" integer not null,
      "created_at" timestamptz not null default now(),
      "updated_at" timestamptz not null default now(),
      "deleted_at" timestamptz null);`)
    this
      .addSql(`create or replace function "unpaid_release_is_append_only"() returns trigger language plpgsql as
      $$ begin raise exception 'A release is not changed afterwards.'; end $$;`)
    this
      .addSql(`create or replace trigger "unpaid_release_append_only" before update or delete on "unpaid_release"
      for each row execute function "unpaid_release_is_append_only"();`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "unpaid_release";`)
    this.addSql(`drop function if exists "unpaid_release_is_append_only"();`)
  }
}
