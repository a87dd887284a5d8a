import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Prices in any currency. What was stored before is pounds. */
export class Migration20261124030000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "bitcoin_invoice" rename column "price_pence" to "price_minor";`)
    this.addSql(
      `alter table "bitcoin_invoice" add column "currency" text not null default 'GBP' check ("currency" ~ '^[A-Z]{3}$');`,
    )
    this.addSql(`alter table "bitcoin_invoice" alter column "currency" drop default;`)
    this.addSql(`alter table "bitcoin_refund" rename column "pence" to "amount_minor";`)
    this.addSql(`alter table "bitcoin_refund" rename column "medusa_pence" to "medusa_minor";`)
    this.addSql(`alter table "bitcoin_refund" drop constraint "bitcoin_refund_method_check";`)
    this.addSql(`update "bitcoin_refund" set "method" = 'money' where "method" = 'pounds';`)
    this.addSql(
      `alter table "bitcoin_refund" add constraint "bitcoin_refund_method_check" check ("method" in ('bitcoin','money'));`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`alter table "bitcoin_refund" drop constraint "bitcoin_refund_method_check";`)
    this.addSql(`update "bitcoin_refund" set "method" = 'pounds' where "method" = 'money';`)
    this.addSql(
      `alter table "bitcoin_refund" add constraint "bitcoin_refund_method_check" check ("method" in ('bitcoin','pounds'));`,
    )
    this.addSql(`alter table "bitcoin_refund" rename column "medusa_minor" to "medusa_pence";`)
    this.addSql(`alter table "bitcoin_refund" rename column "amount_minor" to "pence";`)
    this.addSql(`alter table "bitcoin_invoice" drop column "currency";`)
    this.addSql(`alter table "bitcoin_invoice" rename column "price_minor" to "price_pence";`)
  }
}
