import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Existing notes have no signature, so the column is nullable. */
export class Migration20270201090000 extends Migration {
  override up(): void {
    this.addSql(`alter table "gift_note" add column if not exists "signed" text null;`)
  }

  override down(): void {
    this.addSql(`alter table "gift_note" drop column if exists "signed";`)
  }
}
