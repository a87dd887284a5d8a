import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122100000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create table if not exists "outbox_message" (
      "id" text primary key,
      "topic" text not null,
      "key" text not null unique,
      "payload" jsonb not null,
      "position" bigint generated always as identity,
      "after_key" text null,
      "attempts" integer not null default 0,
      "next_attempt_at" timestamptz not null default now(),
      "leased_until" timestamptz null,
      "last_error" text null,
      "alerted_at" timestamptz null,
      "finished_at" timestamptz null,
      "outcome" text null check ("outcome" in ('done', 'skipped', 'failed')),
      "created_at" timestamptz not null default now(),
      "updated_at" timestamptz not null default now(),
      "deleted_at" timestamptz null,
      check (("finished_at" is null) = ("outcome" is null)));`)
    this.addSql(
      `create index if not exists "outbox_message_due" on "outbox_message" ("topic", "next_attempt_at", "position") where "finished_at" is null;`,
    )
    this.addSql(
      `create index if not exists "outbox_message_alerted" on "outbox_message" ("alerted_at") where "finished_at" is null and "alerted_at" is not null;`,
    )
    // An order's messages are processed one at a time.
    this.addSql(
      `create index if not exists "outbox_message_of_order" on "outbox_message" (("payload" ->> 'orderId'), "next_attempt_at", "position") where "finished_at" is null;`,
    )
    // What a mail is about: an order and a contact message list theirs, and erasure finds them.
    for (const [name, field] of [
      ["order", "orderId"],
      ["contact_message", "messageId"],
    ])
      this.addSql(
        `create index if not exists "outbox_message_mail_${name}" on "outbox_message" (("payload" -> 'data' ->> '${field}')) where "topic" = 'mail';`,
      )
    this.addSql(
      `create index if not exists "outbox_message_mail_address" on "outbox_message" (lower("payload" ->> 'to')) where "topic" = 'mail';`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop view if exists "medusa_payments_outbox";`)
    this.addSql(`drop table if exists "outbox_message";`)
  }
}
