import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const STAMPS = `
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  "deleted_at" timestamptz null`

/** What staff say that the wallet's software scans, and the merchant's own payments that end a run of unpaid addresses. */
export class Migration20261126094711 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table "bitcoin_wallet" add column "gap_limit" integer null check ("gap_limit" between 2 and 1000000);`,
    )
    this.addSql(`create table "bitcoin_own_address" (
      "id" text primary key,
      "wallet_id" text not null references "bitcoin_wallet" ("id"),
      "address_index" integer not null,
      "address" text not null unique,
      "by_id" text not null,
      "by_email" text not null,
      "seen_at" timestamptz null,${STAMPS},
      unique ("wallet_id", "address_index"));`)
    this.addSql(`create table "bitcoin_wallet_change" (
      "id" text primary key,
      "wallet_id" text not null references "bitcoin_wallet" ("id"),
      "gap_limit" integer not null,
      "by_id" text not null,
      "by_email" text not null,${STAMPS});`)
    this
      .addSql(`create trigger "bitcoin_wallet_change_append_only" before update or delete on "bitcoin_wallet_change"
      for each row execute function "bitcoin_audit_entry_is_append_only"();`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop table "bitcoin_wallet_change";`)
    this.addSql(`drop table "bitcoin_own_address";`)
    this.addSql(`alter table "bitcoin_wallet" drop column "gap_limit";`)
  }
}
