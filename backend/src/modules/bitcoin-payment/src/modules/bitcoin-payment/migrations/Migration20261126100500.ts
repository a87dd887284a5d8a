import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** How far the source's clock is ahead of the shop's, for the operator. */
export class Migration20261126100500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "bitcoin_wallet" add column if not exists "clock_offset_seconds" integer null;`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table "bitcoin_wallet" drop column if exists "clock_offset_seconds";`)
  }
}
