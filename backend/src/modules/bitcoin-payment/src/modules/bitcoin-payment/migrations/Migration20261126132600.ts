import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Cancelled orders that staff are reopening now. A row that stays says that a crash came between. */
export class Migration20261126132600 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create table "bitcoin_reinstatement" (
      "id" text primary key,
      "order_id" text not null unique,
      "invoice_id" text not null references "bitcoin_invoice" ("id"),
      "idempotency_key" text not null,
      "created_at" timestamptz not null default now(),
      "updated_at" timestamptz not null default now(),
      "deleted_at" timestamptz null);`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop table "bitcoin_reinstatement";`)
  }
}
