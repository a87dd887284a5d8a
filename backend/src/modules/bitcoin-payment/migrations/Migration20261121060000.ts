import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Messages that keep failing come to staff; the operator's commands see who leads and ask for another look at the past. */
export class Migration20261121060000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "bitcoin_wallet"
      add column if not exists "polled_by" text null,
      add column if not exists "rescan_from" integer null check ("rescan_from" >= -1);`)
    this.addSql(`alter table "bitcoin_outbox" add column if not exists "alarmed_at" timestamptz null;`)
    this.addSql(`alter table "bitcoin_case"
      add column if not exists "kind" text not null default 'payment' check ("kind" in ('payment','outbox'));`)
    this.addSql(`drop index if exists "bitcoin_case_one_open";`)
    this.addSql(
      `create unique index if not exists "bitcoin_case_one_open" on "bitcoin_case" ("invoice_id", "kind") where "closed_at" is null;`,
    )
    this.addSql(
      `create index if not exists "bitcoin_invoice_poll_requested" on "bitcoin_invoice" ("last_poll_at") where "poll_requested";`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "bitcoin_invoice_poll_requested";`)
    this.addSql(`delete from "bitcoin_case" where "kind" = 'outbox';`)
    this.addSql(`drop index if exists "bitcoin_case_one_open";`)
    this.addSql(
      `create unique index if not exists "bitcoin_case_one_open" on "bitcoin_case" ("invoice_id") where "closed_at" is null;`,
    )
    this.addSql(`alter table "bitcoin_case" drop column if exists "kind";`)
    this.addSql(`alter table "bitcoin_outbox" drop column if exists "alarmed_at";`)
    this.addSql(
      `alter table "bitcoin_wallet" drop column if exists "polled_by", drop column if exists "rescan_from";`,
    )
  }
}
