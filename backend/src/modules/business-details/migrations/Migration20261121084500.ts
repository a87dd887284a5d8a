import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261121084500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "business_detail_edit" ("id" text not null, "turn" serial, "field" text not null, "before" jsonb not null, "after" jsonb not null, "edited_by" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "business_detail_edit_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_business_detail_edit_field_turn" ON "business_detail_edit" ("field", "turn") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_business_detail_edit_deleted_at" ON "business_detail_edit" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "business_detail_edit" cascade;`)
  }
}
