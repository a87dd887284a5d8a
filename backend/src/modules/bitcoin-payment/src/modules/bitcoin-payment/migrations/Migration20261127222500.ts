import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Until when money counts as in time, as the last verdict said; none: until the quote's end. */
export class Migration20261127222500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "bitcoin_invoice" add column if not exists "in_time_until" timestamptz null;`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table "bitcoin_invoice" drop column if exists "in_time_until";`)
  }
}
