import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Who said last whether a message is a complaint about personal data, and when: the law's deadline follows from it. */
export class Migration20261127222600 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table "contact_message" add column if not exists "marked_by" text null, add column if not exists "marked_at" timestamptz null;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table "contact_message" drop column if exists "marked_by", drop column if exists "marked_at";`,
    )
  }
}
