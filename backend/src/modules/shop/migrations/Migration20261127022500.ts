import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** A release is of what the order cost and how it was disputed. Those that were made before cover all differences. */
export class Migration20261127022500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "unpaid_release" add column "total_pence" integer not null default 2147483647;`)
    this.addSql(`alter table "unpaid_release" alter column "total_pence" drop default;`)
    this.addSql(`alter table "unpaid_release" add column "dispute" text null;`)
    this.addSql(`alter table "unpaid_release" drop constraint "unpaid_release_order_id_key";`)
    this.addSql(
      `create unique index "IDX_unpaid_release_once" on "unpaid_release" ("order_id", "total_pence", coalesce("dispute", ''));`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index "IDX_unpaid_release_once";`)
    this.addSql(`alter table "unpaid_release" drop column "total_pence", drop column "dispute";`)
  }
}
