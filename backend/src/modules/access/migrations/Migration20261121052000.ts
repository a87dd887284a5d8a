import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const COLUMNS =
  '"created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null'

export class Migration20261121052000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "shopper_session" ("id" text not null, "secret_hash" text not null, "customer_id" text not null, "photo" text null, "authenticated_at" timestamptz not null, "expires_at" timestamptz not null, ${COLUMNS}, constraint "shopper_session_pkey" primary key ("id"));`,
    )
    this.addSql(
      `create table if not exists "order_key" ("id" text not null, "secret_hash" text not null, "order_id" text not null, "expires_at" timestamptz not null, ${COLUMNS}, constraint "order_key_pkey" primary key ("id"));`,
    )
    this.addSql(
      `create table if not exists "staff_sign_in" ("id" text not null, "auth_identity_id" text not null, "valid_from" timestamptz not null, ${COLUMNS}, constraint "staff_sign_in_pkey" primary key ("id"));`,
    )
    this.addSql(
      `create table if not exists "staff_device" ("id" text not null, "account" text not null, "device_hash" text not null, "expires_at" timestamptz not null, ${COLUMNS}, constraint "staff_device_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_staff_sign_in_auth_identity_id_unique" ON "staff_sign_in" ("auth_identity_id") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_staff_device_account_device_hash_unique" ON "staff_device" ("account", "device_hash") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_staff_device_expires_at" ON "staff_device" ("expires_at") WHERE deleted_at IS NULL;`,
    )
    for (const table of ["staff_sign_in", "staff_device"]) {
      this.addSql(
        `CREATE INDEX IF NOT EXISTS "IDX_${table}_deleted_at" ON "${table}" ("deleted_at") WHERE deleted_at IS NULL;`,
      )
    }
    for (const [table, column] of [
      ["shopper_session", "customer_id"],
      ["order_key", "order_id"],
    ]) {
      this.addSql(
        `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_${table}_secret_hash_unique" ON "${table}" ("secret_hash") WHERE deleted_at IS NULL;`,
      )
      this.addSql(
        `CREATE INDEX IF NOT EXISTS "IDX_${table}_deleted_at" ON "${table}" ("deleted_at") WHERE deleted_at IS NULL;`,
      )
      for (const indexed of [column, "expires_at"]) {
        this.addSql(
          `CREATE INDEX IF NOT EXISTS "IDX_${table}_${indexed}" ON "${table}" ("${indexed}") WHERE deleted_at IS NULL;`,
        )
      }
    }
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "shopper_session" cascade;`)
    this.addSql(`drop table if exists "order_key" cascade;`)
    this.addSql(`drop table if exists "staff_sign_in" cascade;`)
    this.addSql(`drop table if exists "staff_device" cascade;`)
  }
}
