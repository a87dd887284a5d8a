import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Whether a refund returned the satoshis that were paid, or satoshis of the same worth on its day. */
export class Migration20261127120500 extends Migration {
  override async up(): Promise<void> {
    for (const table of ["refund", "refund_payout"])
      this.addSql(
        `alter table "bitcoin_${table}" add column if not exists "basis" text not null default 'satoshis'
          check ("basis" in ('satoshis', 'money'));`,
      )
  }

  override async down(): Promise<void> {
    for (const table of ["refund", "refund_payout"])
      this.addSql(`alter table "bitcoin_${table}" drop column if exists "basis";`)
  }
}
