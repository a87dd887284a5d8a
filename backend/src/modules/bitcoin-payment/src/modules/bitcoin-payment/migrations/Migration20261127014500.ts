import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** An invoice can be paid by Lightning too: what settled is an output that is final at once. */
export class Migration20261127014500 extends Migration {
  override async up(): Promise<void> {
    this.outputStatus("'mempool','confirmed','conflicted','gone','settled'")
    this.addSql(`create table if not exists "bitcoin_lightning_invoice" (
      "payment_hash" text primary key check ("payment_hash" ~ '^[0-9a-f]{64}$'),
      "invoice_id" text not null unique references "bitcoin_invoice" ("id"),
      "bolt11" text not null,
      "expires_at" timestamptz not null,
      "next_look_at" timestamptz null,
      "unreachable_since" timestamptz null,
      "ended_at" timestamptz null,
      "settled_at" timestamptz null,
      "received_msat" numeric(19,0) null check ("received_msat" > 0),
      "preimage" text null,
      "created_at" timestamptz not null default now(),
      "updated_at" timestamptz not null default now(),
      "deleted_at" timestamptz null,
      constraint "bitcoin_lightning_invoice_preimage_check" check (encode(sha256(decode("preimage", 'hex')), 'hex') = "payment_hash"),
      constraint "bitcoin_lightning_invoice_settled_check" check (("settled_at" is null) = ("received_msat" is null) and ("settled_at" is null) = ("preimage" is null)));`)
    this.addSql(
      `create index if not exists "bitcoin_lightning_invoice_due" on "bitcoin_lightning_invoice" ("next_look_at") where "next_look_at" is not null;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "bitcoin_lightning_invoice";`)
    this.addSql(`delete from "bitcoin_output" where "status" = 'settled';`)
    this.outputStatus("'mempool','confirmed','conflicted','gone'")
  }

  private outputStatus(values: string): void {
    this.addSql(
      `alter table "bitcoin_output" drop constraint if exists "bitcoin_output_status_check",
         add constraint "bitcoin_output_status_check" check ("status" in (${values}));`,
    )
  }
}
