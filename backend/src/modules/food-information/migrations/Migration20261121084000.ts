import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const TIMES = `"created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null`

export class Migration20261121084000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "food_information" ("id" text not null, "product_id" text not null, "legal_name" text null, "ingredients" text null, "allergens" text[] null, "may_contain" text[] null, "nutrition" jsonb null, "storage" text null, "origin" text null, "instructions" text null, "shelf_life_months" integer null, "operator_name" text null, "operator_address" text null, "warnings" text[] null, "certification" text null, ${TIMES}, constraint "food_information_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_food_information_product_id_unique" ON "food_information" ("product_id") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_food_information_deleted_at" ON "food_information" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `create table if not exists "net_quantity" ("id" text not null, "variant_id" text not null, "value" double precision not null check ("value" > 0), "unit" text check ("unit" in ('g', 'kg', 'ml', 'l')) not null, ${TIMES}, constraint "net_quantity_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_net_quantity_variant_id_unique" ON "net_quantity" ("variant_id") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_net_quantity_deleted_at" ON "net_quantity" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "net_quantity" cascade;`)
    this.addSql(`drop table if exists "food_information" cascade;`)
  }
}
