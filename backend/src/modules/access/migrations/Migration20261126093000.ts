import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261126093000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "used_secret" ("id" text not null, "secret_hash" text not null, "expires_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "used_secret_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_used_secret_secret_hash_unique" ON "used_secret" ("secret_hash") WHERE deleted_at IS NULL;`,
    )
    for (const column of ["expires_at", "deleted_at"])
      this.addSql(
        `CREATE INDEX IF NOT EXISTS "IDX_used_secret_${column}" ON "used_secret" ("${column}") WHERE deleted_at IS NULL;`,
      )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "used_secret" cascade;`)
  }
}
