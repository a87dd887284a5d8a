import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** A complaint about personal data may have any subject. */
export class Migration20261127195000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "contact_message" add column if not exists "is_data_complaint" boolean null;`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table "contact_message" drop column if exists "is_data_complaint";`)
  }
}
