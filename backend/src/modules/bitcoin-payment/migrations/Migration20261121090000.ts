import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const STAMPS = `
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  "deleted_at" timestamptz null`

/** What staff decide about a payment: the audit entries, which are append-only, and the refunds they record. */
export class Migration20261121090000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "bitcoin_invoice"
      add column if not exists "accepted_sats" numeric(16,0) null check ("accepted_sats" > 0),
      add column if not exists "settled_by_hand" boolean not null default false,
      add column if not exists "returned_sats" numeric(16,0) null check ("returned_sats" >= 0);`)
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
      "medusa_refund_id" text null,
      "recorded_at" timestamptz null,
      "attempts" integer not null default 0,
      "next_attempt_at" timestamptz not null default now(),
      "last_error" text null,${STAMPS},
      check (("method" = 'bitcoin') = ("sats" is not null)),
      unique ("invoice_id", "txid"));`)
    this.addSql(`create index if not exists "bitcoin_refund_invoice" on "bitcoin_refund" ("invoice_id");`)
    this.addSql(
      `create index if not exists "bitcoin_refund_unrecorded" on "bitcoin_refund" ("next_attempt_at") where "recorded_at" is null;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "bitcoin_refund";`)
    this.addSql(`drop table if exists "bitcoin_audit_entry";`)
    this.addSql(`drop function if exists "bitcoin_audit_entry_is_append_only"();`)
    this.addSql(`alter table "bitcoin_invoice"
      drop column if exists "accepted_sats", drop column if exists "settled_by_hand", drop column if exists "returned_sats";`)
  }
}
