import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20270101090000 extends Migration {
  override up(): void {
    this.addSql(
      `create table if not exists "gift_note" ("id" text not null, "order_id" text not null, "words" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "gift_note_pkey" primary key ("id"));`,
    )
    this.addSql(
      `create unique index if not exists "IDX_gift_note_order_id_unique" on "gift_note" ("order_id") where deleted_at is null;`,
    )
  }

  override down(): void {
    this.addSql(`drop table if exists "gift_note" cascade;`)
  }
}
