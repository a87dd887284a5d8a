import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** What a verdict decided about each output; what came before this reads as it did, by the time at which it was seen. */
export class Migration20261127235500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "bitcoin_output" add column if not exists "in_time_sats" numeric null;`)
    this.addSql(`update "bitcoin_output" o
        set "in_time_sats" = case when o."seen_at" between i."created_at" and coalesce(i."in_time_until", i."expires_at") then o."sats" else 0 end
       from "bitcoin_invoice" i where i."id" = o."invoice_id" and o."status" in ('confirmed', 'settled');`)
    this.addSql(`alter table "bitcoin_invoice" drop column if exists "in_time_until";`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table "bitcoin_invoice" add column if not exists "in_time_until" timestamptz null;`)
    this.addSql(`alter table "bitcoin_output" drop column if exists "in_time_sats";`)
  }
}
