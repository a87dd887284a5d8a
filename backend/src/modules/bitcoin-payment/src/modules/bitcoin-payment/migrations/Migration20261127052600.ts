import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const STAMPS = `
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  "deleted_at" timestamptz null`

/** Several refunds in one transaction, which staff sign. A coin and a payment are in one open batch at most. */
export class Migration20261127052600 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create table if not exists "bitcoin_refund_batch" (
      "id" text primary key,
      "wallet_id" text not null references "bitcoin_wallet" ("id"),
      "idempotency_key" text not null unique,
      "psbt" text null,
      "fee_sats" numeric(16,0) not null check ("fee_sats" > 0),
      "change_sats" numeric(16,0) not null check ("change_sats" >= 0),
      "change_index" integer not null check ("change_index" >= 0),
      "by_id" text not null,
      "by_email" text not null,
      "spent_txid" text null,
      "discarded_at" timestamptz null,
      "ended_at" timestamptz null,${STAMPS},
      constraint "bitcoin_refund_batch_psbt_check" check ("psbt" is not null or "ended_at" is not null));`)
    this.addSql(
      `create index if not exists "bitcoin_refund_batch_watched" on "bitcoin_refund_batch" ("created_at") where "ended_at" is null;`,
    )
    this.addSql(`create table if not exists "bitcoin_refund_payout" (
      "id" text primary key,
      "batch_id" text not null references "bitcoin_refund_batch" ("id"),
      "invoice_id" text not null references "bitcoin_invoice" ("id"),
      "address" text null,
      "sats" numeric(16,0) not null check ("sats" > 0),
      "amount_minor" numeric(16,0) not null check ("amount_minor" > 0),
      "is_open" boolean not null default true,
      "outcome" text null,
      "closed_by" text null,${STAMPS});`)
    this.addSql(
      `create unique index if not exists "bitcoin_refund_payout_open" on "bitcoin_refund_payout" ("invoice_id") where "is_open";`,
    )
    this.addSql(
      `create index if not exists "bitcoin_refund_payout_batch" on "bitcoin_refund_payout" ("batch_id");`,
    )
    this.addSql(
      `create index if not exists "bitcoin_refund_payout_case" on "bitcoin_refund_payout" ("updated_at")
        where "outcome" not in ('recorded', 'unpaid') and "closed_by" is null;`,
    )
    this.addSql(`create table if not exists "bitcoin_refund_coin" (
      "id" text primary key,
      "batch_id" text not null references "bitcoin_refund_batch" ("id"),
      "txid" text not null,
      "vout" integer not null,
      "is_open" boolean not null default true,${STAMPS},
      foreign key ("txid", "vout") references "bitcoin_output" ("txid", "vout"));`)
    this.addSql(
      `create unique index if not exists "bitcoin_refund_coin_open" on "bitcoin_refund_coin" ("txid", "vout") where "is_open";`,
    )
    this.addSql(
      `create index if not exists "bitcoin_refund_coin_batch" on "bitcoin_refund_coin" ("batch_id");`,
    )
    this.addSql(`alter table "bitcoin_output" add column if not exists "spent_txid" text null;`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table "bitcoin_output" drop column if exists "spent_txid";`)
    for (const table of ["coin", "payout", "batch"])
      this.addSql(`drop table if exists "bitcoin_refund_${table}";`)
  }
}
