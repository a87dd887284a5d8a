import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** How far what each Lightning node settled is compared with what the shop knows. */
export class Migration20261127051900 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create table if not exists "bitcoin_lightning_node" (
      "node_id" text primary key,
      "settled_cursor" text null,
      "reconciled_at" timestamptz not null,
      "created_at" timestamptz not null default now(),
      "updated_at" timestamptz not null default now(),
      "deleted_at" timestamptz null);`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "bitcoin_lightning_node";`)
  }
}
