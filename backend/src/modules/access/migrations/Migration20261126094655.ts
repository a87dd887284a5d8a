import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Whether a key was mailed, and when it was first used. */
export class Migration20261126094655 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table "order_key" add column "is_mailed" boolean not null default false, add column "opened_at" timestamptz null;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`alter table "order_key" drop column "is_mailed", drop column "opened_at";`)
  }
}
