import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The larger network of a client, and whether the order takes an address. What was stored before counts for its client alone. */
export class Migration20261126094733 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "unpaid_order" add column "network" text not null default '';`)
    this.addSql(`update "unpaid_order" set "network" = "client";`)
    this.addSql(`alter table "unpaid_order" alter column "network" drop default;`)
    this.addSql(`alter table "unpaid_order" add column "is_bitcoin" boolean not null default true;`)
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_unpaid_order_network" ON "unpaid_order" ("network") WHERE deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`alter table "unpaid_order" drop column "network", drop column "is_bitcoin";`)
  }
}
