import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** How much may be missing from a payment that is enough. Nothing was tolerated before. */
export class Migration20261126123000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table "bitcoin_invoice" add column if not exists "tolerance_sats" numeric(16,0) not null default 0
        constraint "bitcoin_invoice_tolerance_sats_check" check ("tolerance_sats" = 0 or "tolerance_sats" between 1 and "due_sats" - 1);`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`alter table "bitcoin_invoice" drop column if exists "tolerance_sats";`)
  }
}
