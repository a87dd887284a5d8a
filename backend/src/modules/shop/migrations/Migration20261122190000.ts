import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122190000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "unpaid_order" ("cart_id" text not null, "client" text not null, "email" text not null, "pieces" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "unpaid_order_pkey" primary key ("cart_id"));`,
    )
    for (const column of ["client", "email", "deleted_at"]) {
      this.addSql(
        `CREATE INDEX IF NOT EXISTS "IDX_unpaid_order_${column}" ON "unpaid_order" ("${column}") WHERE deleted_at IS NULL;`,
      )
    }
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "unpaid_order" cascade;`)
  }
}
