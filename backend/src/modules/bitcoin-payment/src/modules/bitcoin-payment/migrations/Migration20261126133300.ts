import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** An invoice is `superseded` when its order is to be paid in another way, or another quote paid it. */
export class Migration20261126133300 extends Migration {
  override async up(): Promise<void> {
    this.closedHow("'expired','cancelled','superseded'")
  }

  override async down(): Promise<void> {
    this.addSql(`update "bitcoin_invoice" set "closed_how" = 'cancelled' where "closed_how" = 'superseded';`)
    this.closedHow("'expired','cancelled'")
  }

  private closedHow(values: string): void {
    this.addSql(
      `alter table "bitcoin_invoice" drop constraint if exists "bitcoin_invoice_closed_how_check",
         add constraint "bitcoin_invoice_closed_how_check" check ("closed_how" in (${values}));`,
    )
  }
}
