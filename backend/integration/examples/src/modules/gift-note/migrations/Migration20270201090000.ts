import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The notes from before have nobody's name: the column may be empty. */
export class Migration20270201090000 extends Migration {
  override up(): void {
    this.addSql(`alter table "gift_note" add column if not exists "signed" text null;`)
  }

  override down(): void {
    this.addSql(`alter table "gift_note" drop column if exists "signed";`)
  }
}
