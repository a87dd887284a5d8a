import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** With each block the watcher looks for outputs that the block may have changed, whatever became of their invoices. */
export class Migration20261126091700 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create index if not exists "bitcoin_output_waiting" on "bitcoin_output" ("invoice_id", "txid") where "status" = 'mempool';`,
    )
    this.addSql(
      `create index if not exists "bitcoin_output_height" on "bitcoin_output" ("height") where "status" = 'confirmed';`,
    )
    this.addSql(`drop index if exists "bitcoin_invoice_unsettled";`)
  }

  override async down(): Promise<void> {
    this.addSql(
      `create index if not exists "bitcoin_invoice_unsettled" on "bitcoin_invoice" ("id") where "state" = 'confirmed' and "confirmations" < 100;`,
    )
    this.addSql(`drop index if exists "bitcoin_output_height";`)
    this.addSql(`drop index if exists "bitcoin_output_waiting";`)
  }
}
