import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const STAMPS = `
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  "deleted_at" timestamptz null`

/** Written by hand: satoshis and pence are `numeric` with checks, and uniqueness is what keeps payments from doubling. */
export class Migration20261121020000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create table if not exists "bitcoin_wallet" (
      "id" text primary key,
      "descriptor" text not null unique,
      "network" text not null,
      "next_index" integer not null default 0 check ("next_index" >= 0),
      "retired_at" timestamptz null,
      "last_poll_at" timestamptz null,
      "last_failure" text null,
      "tip_height" integer null,
      "tip_hash" text null,${STAMPS});`)
    this.addSql(`create table if not exists "bitcoin_invoice" (
      "id" text primary key,
      "order_id" text not null,
      "session_id" text not null,
      "renewal" integer not null default 0,
      "wallet_id" text not null references "bitcoin_wallet" ("id"),
      "address_index" integer not null,
      "address" text not null unique,
      "price_pence" numeric(16,0) not null check ("price_pence" > 0),
      "due_sats" numeric(16,0) not null check ("due_sats" > 0),
      "rate" text not null,
      "rate_source" text not null,
      "rate_at" timestamptz not null,
      "expires_at" timestamptz not null,
      "state" text not null check ("state" in ('awaiting_payment','underpaid','seen','confirming','confirmed','expired','review','cancelled','refunded')),
      "version" integer not null default 0,
      "received_sats" numeric(16,0) not null default 0 check ("received_sats" >= 0),
      "confirmations" integer not null default 0,
      "captured_at" timestamptz null,
      "closed_at" timestamptz null,
      "closed_how" text null check ("closed_how" in ('expired','cancelled')),
      "last_poll_at" timestamptz not null default now(),
      "poll_requested" boolean not null default false,${STAMPS},
      unique ("session_id", "renewal"),
      unique ("wallet_id", "address_index"));`)
    this
      .addSql(`create unique index if not exists "bitcoin_invoice_one_open" on "bitcoin_invoice" ("order_id")
      where "state" = 'awaiting_payment';`)
    this.addSql(`create index if not exists "bitcoin_invoice_order" on "bitcoin_invoice" ("order_id");`)
    this.addSql(
      `create index if not exists "bitcoin_invoice_poll" on "bitcoin_invoice" ("state", "last_poll_at");`,
    )
    this.addSql(`create table if not exists "bitcoin_output" (
      "txid" text not null check ("txid" ~ '^[0-9a-f]{64}$'),
      "vout" integer not null check ("vout" >= 0),
      "invoice_id" text not null references "bitcoin_invoice" ("id"),
      "sats" numeric(16,0) not null check ("sats" >= 0),
      "status" text not null check ("status" in ('mempool','confirmed','conflicted','gone')),
      "height" integer null,
      "block_hash" text null,
      "seen_at" timestamptz not null,
      "missed" integer not null default 0,${STAMPS},
      primary key ("txid", "vout"));`)
    this.addSql(`create index if not exists "bitcoin_output_invoice" on "bitcoin_output" ("invoice_id");`)
    this.addSql(`create table if not exists "bitcoin_transition" (
      "id" text primary key,
      "invoice_id" text not null references "bitcoin_invoice" ("id"),
      "sequence" integer not null,
      "from_state" text not null,
      "to_state" text not null,
      "cause" text not null,${STAMPS},
      unique ("invoice_id", "sequence"));`)
    this.addSql(`create table if not exists "bitcoin_claim" (
      "id" text primary key,
      "invoice_id" text not null references "bitcoin_invoice" ("id"),
      "transaction_id" text not null check (length("transaction_id") <= 128),
      "verdict" text not null,${STAMPS},
      unique ("invoice_id", "transaction_id"));`)
    this.addSql(`create table if not exists "bitcoin_case" (
      "id" text primary key,
      "invoice_id" text not null references "bitcoin_invoice" ("id"),
      "reason" text not null,
      "closed_at" timestamptz null,
      "closed_by" text null,${STAMPS});`)
    this.addSql(
      `create unique index if not exists "bitcoin_case_one_open" on "bitcoin_case" ("invoice_id") where "closed_at" is null;`,
    )
    this.addSql(`create table if not exists "bitcoin_outbox" (
      "id" text primary key,
      "invoice_id" text not null references "bitcoin_invoice" ("id"),
      "kind" text not null,
      "position" bigint generated always as identity,
      "attempts" integer not null default 0,
      "next_attempt_at" timestamptz not null default now(),
      "done_at" timestamptz null,
      "last_error" text null,${STAMPS},
      unique ("invoice_id", "kind"));`)
    this.addSql(
      `create index if not exists "bitcoin_outbox_due" on "bitcoin_outbox" ("next_attempt_at") where "done_at" is null;`,
    )
  }

  override async down(): Promise<void> {
    for (const table of ["outbox", "case", "claim", "transition", "output", "invoice", "wallet"])
      this.addSql(`drop table if exists "bitcoin_${table}";`)
  }
}
