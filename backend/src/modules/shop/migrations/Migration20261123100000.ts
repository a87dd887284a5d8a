import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** One notice for each order. The indexes serve the staff's inbox: open notices, and the last settled ones. */
export class Migration20261123100000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create table if not exists "order_withdrawal" (
      "id" text primary key,
      "order_id" text not null unique,
      "items" jsonb not null,
      "pence" integer not null,
      "name" text null,
      "address" text null,
      "came_by" text not null check ("came_by" in ('link', 'account')),
      "settled_at" timestamptz null,
      "settled_by" text null,
      "note" text null,
      "created_at" timestamptz not null default now(),
      "updated_at" timestamptz not null default now(),
      "deleted_at" timestamptz null);`)
    this.addSql(
      `create index if not exists "order_withdrawal_open" on "order_withdrawal" ("created_at") where "settled_at" is null;`,
    )
    this.addSql(
      `create index if not exists "order_withdrawal_settled" on "order_withdrawal" ("settled_at") where "settled_at" is not null;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "order_withdrawal";`)
  }
}
