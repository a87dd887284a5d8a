import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Some foods need no nutrition table. */
export class Migration20261124113000 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "food_information" add column if not exists "is_nutrition_exempt" boolean not null default false;`,
    )
  }

  override down(): void {
    this.addSql(`alter table "food_information" drop column if exists "is_nutrition_exempt";`)
  }
}
