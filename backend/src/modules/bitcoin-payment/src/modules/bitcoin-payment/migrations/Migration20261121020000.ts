import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const STAMPS = `
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  "deleted_at" timestamptz null`

/**
 * Written by hand: satoshis and pence are `numeric` with checks, and unique constraints keep payments from doubling. Audit
 * entries and refund addresses are append-only.
 */
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
      "failing_since" timestamptz null,
      "tip_time" timestamptz null,
      "tip_height" integer null,
      "tip_hash" text null,
      "tip_source" text null,
      "source_failure" text null,
      "source_failing_since" timestamptz null,
      "polled_by" text null,
      "rescan_from" integer null check ("rescan_from" >= -1),${STAMPS});`)
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
      "opened_at_height" integer null,
      "expires_at" timestamptz not null,
      "first_block_by" timestamptz not null,
      "required_confirmations" integer not null check ("required_confirmations" > 0),
      "required_sources" integer not null default 1 check ("required_sources" in (1, 2)),
      "disputed_since" timestamptz null,
      "dispute" text null,
      "state" text not null check ("state" in ('awaiting_payment','underpaid','seen','confirming','confirmed','expired','review','cancelled','refunded')),
      "version" integer not null default 0,
      "received_sats" numeric(16,0) not null default 0 check ("received_sats" >= 0),
      "confirmations" integer not null default 0,
      "captured_at" timestamptz null,
      "closed_at" timestamptz null,
      "closed_how" text null check ("closed_how" in ('expired','cancelled')),
      "accepted_sats" numeric(16,0) null check ("accepted_sats" > 0),
      "settled_by_hand" boolean not null default false,
      "returned_sats" numeric(16,0) null check ("returned_sats" >= 0),
      "last_poll_at" timestamptz not null default now(),
      "poll_requested" boolean not null default false,
      "next_poll_at" timestamptz not null default now(),
      "poll_failures" integer not null default 0,
      "poll_error" text null,
      "viewed_at" timestamptz null,${STAMPS},
      unique ("session_id", "renewal"),
      unique ("wallet_id", "address_index"));`)
    this
      .addSql(`create unique index if not exists "bitcoin_invoice_one_open" on "bitcoin_invoice" ("order_id")
      where "state" = 'awaiting_payment';`)
    this.addSql(`create index if not exists "bitcoin_invoice_order" on "bitcoin_invoice" ("order_id");`)
    // The watcher reads these every few seconds. None of them grows with the invoices that are over.
    this.addSql(
      `create index if not exists "bitcoin_invoice_open" on "bitcoin_invoice" ("next_poll_at") where "state" in ('awaiting_payment','underpaid','seen','confirming','review');`,
    )
    this.addSql(
      `create index if not exists "bitcoin_invoice_past" on "bitcoin_invoice" ("next_poll_at") where "state" in ('confirmed','expired','cancelled','refunded');`,
    )
    this.addSql(
      `create index if not exists "bitcoin_invoice_recently_ended" on "bitcoin_invoice" ("expires_at") where "state" in ('expired','cancelled','review');`,
    )
    this.addSql(
      `create index if not exists "bitcoin_invoice_unsettled" on "bitcoin_invoice" ("id") where "state" = 'confirmed' and "confirmations" < 100;`,
    )
    this.addSql(
      `create index if not exists "bitcoin_invoice_paid_too_late" on "bitcoin_invoice" ("id") where "state" = 'confirmed' and "closed_at" is not null and "captured_at" is null;`,
    )
    this.addSql(`create index if not exists "bitcoin_invoice_state" on "bitcoin_invoice" ("state");`)
    this.addSql(
      `create index if not exists "bitcoin_invoice_poll_requested" on "bitcoin_invoice" ("last_poll_at") where "poll_requested";`,
    )
    // Reports read by the time of the capture.
    this.addSql(
      `create index if not exists "bitcoin_invoice_captured" on "bitcoin_invoice" ("captured_at", "id") where "captured_at" is not null;`,
    )
    // The staff's inbox reads what may be owed to a buyer.
    this.addSql(
      `create index if not exists "bitcoin_invoice_overpaid" on "bitcoin_invoice" (("received_sats" - "due_sats")) where "captured_at" is not null and "state" = 'confirmed';`,
    )
    this.addSql(
      `create index if not exists "bitcoin_invoice_cancelled_after_capture" on "bitcoin_invoice" ("order_id") where "captured_at" is not null and "closed_at" is not null;`,
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
      "first_block_at" timestamptz null,
      "replaces" text[] not null default '{}',
      "sent_before_order" boolean not null default false,
      "missing_since" timestamptz null,
      "missing_height" integer null,${STAMPS},
      primary key ("txid", "vout"));`)
    this.addSql(`create index if not exists "bitcoin_output_invoice" on "bitcoin_output" ("invoice_id");`)
    this.addSql(
      `create index if not exists "bitcoin_output_sent_before_order" on "bitcoin_output" ("invoice_id") where "sent_before_order";`,
    )
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
      "verdict" text not null,
      "checks" integer not null default 0,
      "next_check_at" timestamptz null,${STAMPS},
      unique ("invoice_id", "transaction_id"));`)
    this.addSql(
      `create index if not exists "bitcoin_claim_due" on "bitcoin_claim" ("next_check_at") where "next_check_at" is not null;`,
    )
    this.addSql(`create table if not exists "bitcoin_case" (
      "id" text primary key,
      "invoice_id" text not null references "bitcoin_invoice" ("id"),
      "reason" text not null,
      "closed_at" timestamptz null,
      "closed_by" text null,${STAMPS});`)
    this.addSql(
      `create unique index if not exists "bitcoin_case_one_open" on "bitcoin_case" ("invoice_id") where "closed_at" is null;`,
    )
    this.addSql(
      `create index if not exists "bitcoin_case_closed" on "bitcoin_case" ("closed_at") where "closed_at" is not null;`,
    )
    this.addSql(`create table if not exists "bitcoin_audit_entry" (
      "id" text primary key,
      "invoice_id" text not null references "bitcoin_invoice" ("id"),
      "action" text not null,
      "idempotency_key" text not null unique,
      "by_id" text not null,
      "by_email" text not null,
      "reason" text null,
      "detail" jsonb not null default '{}',${STAMPS});`)
    this.addSql(
      `create index if not exists "bitcoin_audit_entry_invoice" on "bitcoin_audit_entry" ("invoice_id");`,
    )
    this.addSql(
      `create index if not exists "bitcoin_audit_entry_created" on "bitcoin_audit_entry" ("created_at");`,
    )
    this
      .addSql(`create or replace function "bitcoin_audit_entry_is_append_only"() returns trigger language plpgsql as
      $$ begin raise exception 'What staff did is not changed afterwards.'; end $$;`)
    this
      .addSql(`create or replace trigger "bitcoin_audit_entry_append_only" before update or delete on "bitcoin_audit_entry"
      for each row execute function "bitcoin_audit_entry_is_append_only"();`)
    this.addSql(`create table if not exists "bitcoin_refund" (
      "id" text primary key,
      "invoice_id" text not null references "bitcoin_invoice" ("id"),
      "method" text not null check ("method" in ('bitcoin','pounds')),
      "pence" numeric(16,0) not null check ("pence" > 0),
      "sats" numeric(16,0) null check ("sats" > 0),
      "address" text null,
      "txid" text null check ("txid" ~ '^[0-9a-f]{64}$'),
      "note" text null,
      "by_id" text not null,
      "by_email" text not null,
      "medusa_pence" numeric(16,0) not null check ("medusa_pence" >= 0 and "medusa_pence" <= "pence"),
      "medusa_refund_id" text null,${STAMPS},
      check (("method" = 'bitcoin') = ("sats" is not null)),
      unique ("invoice_id", "txid"));`)
    this.addSql(`create index if not exists "bitcoin_refund_invoice" on "bitcoin_refund" ("invoice_id");`)
    // The erasure of personal data may clear an address; nothing else changes.
    this.addSql(`create table if not exists "bitcoin_refund_address" (
      "id" text primary key,
      "position" bigint generated always as identity,
      "invoice_id" text not null references "bitcoin_invoice" ("id"),
      "address" text null,
      "came_by" text not null check ("came_by" in ('link','account')),${STAMPS});`)
    this.addSql(
      `create index if not exists "bitcoin_refund_address_invoice" on "bitcoin_refund_address" ("invoice_id");`,
    )
    this
      .addSql(`create or replace function "bitcoin_refund_address_is_append_only"() returns trigger language plpgsql as
      $$ begin
        if tg_op = 'UPDATE'
           and (new.id, new.position, new.invoice_id, new.came_by, new.created_at)
               is not distinct from (old.id, old.position, old.invoice_id, old.came_by, old.created_at)
           and (new.address is null or new.address is not distinct from old.address)
        then return new; end if;
        raise exception 'What a buyer said is not changed afterwards.';
      end $$;`)
    this
      .addSql(`create or replace trigger "bitcoin_refund_address_append_only" before update or delete on "bitcoin_refund_address"
      for each row execute function "bitcoin_refund_address_is_append_only"();`)
  }

  override async down(): Promise<void> {
    for (const table of [
      ...["refund_address", "refund", "audit_entry"],
      ...["case", "claim", "transition", "output", "invoice", "wallet"],
    ])
      this.addSql(`drop table if exists "bitcoin_${table}";`)
    this.addSql(`drop function if exists "bitcoin_audit_entry_is_append_only"();`)
    this.addSql(`drop function if exists "bitcoin_refund_address_is_append_only"();`)
  }
}
