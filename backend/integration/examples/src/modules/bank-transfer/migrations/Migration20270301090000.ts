import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20270301090000 extends Migration {
  override up(): void {
    this.addSql(
      `create table if not exists "bank_transfer" ("id" text not null, "session_id" text not null, "confirmed_by" text not null, "reason" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "bank_transfer_pkey" primary key ("id"));`,
    )
    this.addSql(
      `create unique index if not exists "IDX_bank_transfer_session_id_unique" on "bank_transfer" ("session_id") where deleted_at is null;`,
    )
  }

  override down(): void {
    this.addSql(`drop table if exists "bank_transfer" cascade;`)
  }
}
