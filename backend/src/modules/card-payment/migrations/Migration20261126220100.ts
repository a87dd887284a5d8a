import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Disputes: what they come to, and each movement of money for the books. */
export class Migration20261126220100 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "card_payment"
      add column if not exists "dispute" text null check ("dispute" in ('open','lost')),
      add column if not exists "disputed_pence" integer not null default 0,
      add column if not exists "dispute_fee_pence" integer not null default 0;`)
    this.addSql(
      `create index if not exists "card_payment_disputed" on "card_payment" ("order_id") where "dispute" is not null;`,
    )
    this.addSql(`create table if not exists "card_dispute_booking" (
      "id" text primary key,
      "payment_id" text not null references "card_payment" ("id"),
      "processor_payment_id" text not null,
      "dispute_id" text not null,
      "pence" integer not null,
      "fee_pence" integer not null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null default now(),
      "deleted_at" timestamptz null);`)
    this.addSql(
      `create index if not exists "card_dispute_booking_created" on "card_dispute_booking" ("created_at", "id");`,
    )
    // Payments with a dispute are read at once: their money is not stored yet.
    this.addSql(
      `update "card_payment" set "next_poll_at" = now() where "id" in (select "payment_id" from "card_case" where "kind" = 'dispute');`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "card_dispute_booking";`)
    this.addSql(
      `alter table "card_payment" drop column "dispute", drop column "disputed_pence", drop column "dispute_fee_pence";`,
    )
  }
}
