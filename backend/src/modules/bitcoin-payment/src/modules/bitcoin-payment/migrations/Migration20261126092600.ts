import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * Stores what of an invoice's money is final and what of that is a surplus, and how much of it staff have decided about. What
 * they decided before is everything that came until now; the next poll evaluates the rest.
 */
export class Migration20261126092600 extends Migration {
  override async up(): Promise<void> {
    for (const column of ["settled_sats", "surplus_minor", "decided_surplus_minor", "explained_sats"])
      this.addSql(
        `alter table "bitcoin_invoice" add column "${column}" numeric(16,0) not null default 0 check ("${column}" >= 0);`,
      )
    this
      .addSql(`update "bitcoin_invoice" i set "settled_sats" = "received_sats", "poll_requested" = "received_sats" > "due_sats",
      "decided_surplus_minor" = case
        when exists (select 1 from "bitcoin_audit_entry" a where a."invoice_id" = i."id" and a."action" = 'keep_surplus')
          then greatest(0, ceil("received_sats" * "price_minor" / "due_sats") - "price_minor")
        else (select coalesce(sum(r."amount_minor" - r."medusa_minor"), 0) from "bitcoin_refund" r where r."invoice_id" = i."id") end,
      "explained_sats" = (select coalesce(sum(o."sats"), 0) from "bitcoin_output" o where o."invoice_id" = i."id" and o."sent_before_order"
         and exists (select 1 from "bitcoin_audit_entry" a where a."invoice_id" = i."id" and a."action" = 'keep_surplus'))
      where "received_sats" > 0 or exists (select 1 from "bitcoin_output" o where o."invoice_id" = i."id" and o."sent_before_order");`)
    this.addSql(`drop index if exists "bitcoin_invoice_overpaid";`)
    this.addSql(
      `create index "bitcoin_invoice_surplus" on "bitcoin_invoice" ("captured_at") where "surplus_minor" > 0;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "bitcoin_invoice_surplus";`)
    this.addSql(
      `create index "bitcoin_invoice_overpaid" on "bitcoin_invoice" (("received_sats" - "due_sats")) where "captured_at" is not null and "state" = 'confirmed';`,
    )
    for (const column of ["settled_sats", "surplus_minor", "decided_surplus_minor", "explained_sats"])
      this.addSql(`alter table "bitcoin_invoice" drop column "${column}";`)
  }
}
