import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** How much had come in Bitcoin when staff marked an invoice as paid; of earlier ones it is not known, and all that was due may have. */
export class Migration20261126160500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table "bitcoin_invoice" add column "by_hand_sats" numeric(16,0) null check ("by_hand_sats" >= 0);`,
    )
    this.addSql(`update "bitcoin_invoice" set "by_hand_sats" = "due_sats" where "settled_by_hand";`)
    this.addSql(`alter table "bitcoin_invoice" drop column "settled_by_hand";`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table "bitcoin_invoice" add column "settled_by_hand" boolean not null default false;`)
    this.addSql(`update "bitcoin_invoice" set "settled_by_hand" = true where "by_hand_sats" is not null;`)
    this.addSql(`alter table "bitcoin_invoice" drop column "by_hand_sats";`)
  }
}
