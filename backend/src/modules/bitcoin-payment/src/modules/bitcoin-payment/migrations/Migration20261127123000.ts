import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const STAMPS = `
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  "deleted_at" timestamptz null`

/** The rate of each movement of satoshis, and what left the addresses of the shop. */
export class Migration20261127123000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create table if not exists "bitcoin_rate" (
      "id" text primary key,
      "currency" text not null,
      "at" timestamptz not null,
      "rate" text not null,
      "source" text not null,${STAMPS});`)
    this.addSql(`create unique index if not exists "bitcoin_rate_at" on "bitcoin_rate" ("currency", "at");`)
    this.addSql(`create table if not exists "bitcoin_spend" (
      "txid" text primary key,
      "at" timestamptz not null,
      "inputs" integer not null check ("inputs" > 0),
      "outputs_sats" numeric(16,0) not null check ("outputs_sats" >= 0),${STAMPS});`)
    this.addSql(`create index if not exists "bitcoin_spend_at" on "bitcoin_spend" ("at");`)
    this.addSql(`create table if not exists "bitcoin_own_coin" (
      "txid" text not null,
      "vout" integer not null,
      "sats" numeric(16,0) not null check ("sats" >= 0),
      "spent_txid" text null,
      "spend_asked_at" timestamptz null,${STAMPS},
      primary key ("txid", "vout"));`)
    this.addSql(`alter table "bitcoin_output" add column if not exists "spend_asked_at" timestamptz null;`)
    for (const table of ["own_coin", "output"])
      this.addSql(
        `create index if not exists "bitcoin_${table}_spent" on "bitcoin_${table}" ("spent_txid") where "spent_txid" is not null;`,
      )
    this.addSql(
      `create index if not exists "bitcoin_output_received" on "bitcoin_output" (coalesce("first_block_at", "seen_at"))
        where "status" in ('confirmed', 'settled');`,
    )
    this.addSql(
      `create index if not exists "bitcoin_refund_txid" on "bitcoin_refund" ("txid") where "txid" is not null;`,
    )
    // An output is a coin once, though the shop may know it as its own change first and as a payment later.
    this.addSql(`create or replace view "bitcoin_coin" as
      select txid, vout, sats, spent_txid, spend_asked_at, false as is_own from bitcoin_output where status = 'confirmed'
      union all
      select txid, vout, sats, spent_txid, spend_asked_at, true from bitcoin_own_coin c
       where not exists (select 1 from bitcoin_output o where o.txid = c.txid and o.vout = c.vout and o.status = 'confirmed');`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop view if exists "bitcoin_coin";`)
    for (const index of ["bitcoin_refund_txid", "bitcoin_output_received", "bitcoin_output_spent"])
      this.addSql(`drop index if exists "${index}";`)
    this.addSql(`alter table "bitcoin_output" drop column if exists "spend_asked_at";`)
    for (const table of ["own_coin", "spend", "rate"]) this.addSql(`drop table if exists "bitcoin_${table}";`)
  }
}
