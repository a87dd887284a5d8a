import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261121083000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "stock_alarm" ("id" text not null, "inventory_item_id" text not null, "alarm_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stock_alarm_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stock_alarm_inventory_item_id_unique" ON "stock_alarm" ("inventory_item_id") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_stock_alarm_deleted_at" ON "stock_alarm" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "stock_alarm" cascade;`)
  }
}
