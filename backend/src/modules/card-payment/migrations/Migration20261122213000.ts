import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const STAMPS = `
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  "deleted_at" timestamptz null`

/** Written by hand: checks of amounts and states, and unique constraints that keep payments and refunds from doubling. */
export class Migration20261122213000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create table if not exists "card_payment" (
      "id" text primary key,
      "order_id" text not null,
      "session_id" text not null unique,
      "pence" integer not null check ("pence" > 0),
      "currency" text not null,
      "payable_until" timestamptz not null,
      "state" text not null check ("state" in ('awaiting_payment','confirming','paid','expired','cancelled','review')),
      "closed_at" timestamptz null,
      "closed_how" text null check ("closed_how" in ('expired','cancelled','changed')),
      "captured_at" timestamptz null,
      "processor_payment_id" text null unique,
      "received_pence" integer not null default 0 check ("received_pence" >= 0),
      "fee_pence" integer null,
      "brand" text null,
      "last4" text null,
      "wallet" text null,
      "declined_at" timestamptz null,
      "version" integer not null default 0,
      "next_poll_at" timestamptz null default now(),
      "last_poll_at" timestamptz null,
      "poll_failures" integer not null default 0,
      "poll_error" text null,${STAMPS});`)
    // An order waits for one payment at a time.
    this.addSql(
      `create unique index if not exists "card_payment_one_open" on "card_payment" ("order_id") where "closed_at" is null and "state" = 'awaiting_payment';`,
    )
    this.addSql(`create index if not exists "card_payment_order" on "card_payment" ("order_id");`)
    this.addSql(
      `create index if not exists "card_payment_due" on "card_payment" ("next_poll_at") where "next_poll_at" is not null;`,
    )
    this.addSql(
      `create index if not exists "card_payment_captured" on "card_payment" ("captured_at", "id") where "captured_at" is not null;`,
    )
    this.addSql(`create table if not exists "card_session" (
      "id" text primary key,
      "payment_id" text not null references "card_payment" ("id"),
      "processor_id" text null unique,
      "processor_payment_id" text null unique,
      "url" text null,
      "state" text not null check ("state" in ('opening','open','complete','expired','failed')),
      "expires_at" timestamptz not null,
      "error" text null,${STAMPS});`)
    this.addSql(
      `create unique index if not exists "card_session_one_open" on "card_session" ("payment_id") where "state" in ('opening','open');`,
    )
    this.addSql(`create index if not exists "card_session_payment" on "card_session" ("payment_id");`)
    this.addSql(`create table if not exists "card_refund" (
      "id" text primary key,
      "payment_id" text not null references "card_payment" ("id"),
      "processor_payment_id" text not null,
      "processor_refund_id" text null unique,
      "pence" integer not null check ("pence" > 0),
      "status" text not null check ("status" in ('requested','pending','succeeded','failed')),
      "source" text not null check ("source" in ('staff','shop','processor')),
      "reason" text not null,
      "by_id" text null,
      "by_email" text null,
      "idempotency_key" text null unique,
      "medusa_refund_id" text null unique,
      "recorded_at" timestamptz null,
      "error" text null,${STAMPS});`)
    this.addSql(`create index if not exists "card_refund_payment" on "card_refund" ("payment_id");`)
    // Money that the shop returns without asking, once for each of the processor's payments.
    this.addSql(
      `create unique index if not exists "card_refund_automatic" on "card_refund" ("processor_payment_id") where "source" = 'shop';`,
    )
    this.addSql(`create table if not exists "card_case" (
      "id" text primary key,
      "payment_id" text not null references "card_payment" ("id"),
      "kind" text not null,
      "subject" text not null,
      "pence" integer not null,
      "detail" text not null,
      "respond_by" timestamptz null,
      "closed_at" timestamptz null,
      "closed_by" text null,
      "close_reason" text null,${STAMPS},
      unique ("kind", "subject"));`)
    this.addSql(
      `create index if not exists "card_case_open" on "card_case" ("created_at") where "closed_at" is null;`,
    )
    this.addSql(`create index if not exists "card_case_payment" on "card_case" ("payment_id");`)
    this.addSql(`create table if not exists "card_transition" (
      "id" text primary key,
      "payment_id" text not null references "card_payment" ("id"),
      "what" text not null,
      "detail" text null,
      "by_email" text null,${STAMPS});`)
    this.addSql(`create index if not exists "card_transition_payment" on "card_transition" ("payment_id");`)
    this.addSql(`create table if not exists "card_event" (
      "id" text primary key,
      "type" text not null,${STAMPS});`)
    this.addSql(`create index if not exists "card_event_created" on "card_event" ("created_at");`)
  }

  override async down(): Promise<void> {
    for (const table of ["event", "transition", "case", "refund", "session", "payment"])
      this.addSql(`drop table if exists "card_${table}" cascade;`)
  }
}
