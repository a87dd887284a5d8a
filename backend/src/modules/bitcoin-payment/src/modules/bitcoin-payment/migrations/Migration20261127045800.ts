import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** A refund can be paid by Lightning: its transaction id is the payment hash then, and a payment proves one refund only. */
export class Migration20261127045800 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table "bitcoin_refund" add column if not exists "bolt11" text null, add column if not exists "preimage" text null,
         add constraint "bitcoin_refund_preimage_check" check (
           ("bolt11" is null) = ("preimage" is null) and encode(sha256(decode("preimage", 'hex')), 'hex') = "txid");`,
    )
    this.addSql(
      `create unique index if not exists "bitcoin_refund_proof" on "bitcoin_refund" ("txid") where "preimage" is not null;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "bitcoin_refund_proof";`)
    this.addSql(
      `alter table "bitcoin_refund" drop column if exists "bolt11", drop column if exists "preimage";`,
    )
  }
}
