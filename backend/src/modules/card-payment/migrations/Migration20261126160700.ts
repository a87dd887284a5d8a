import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const HISTORY = {
  "Payment opened": "opened",
  "Awaiting payment again": "awaiting_payment",
  "Finished by the buyer, not confirmed yet": "confirming",
  Paid: "paid",
  "Not paid in time": "expired",
  "Cancelled with the order": "cancelled",
  "Flagged for review": "review",
  "The card was declined": "declined",
  "Money came that is returned": "late_money",
  "The order ended unpaid": "closed_expired",
  "The order was cancelled": "closed_cancelled",
  "The buyer changed the payment method": "closed_changed",
  Captured: "captured",
  "Refund ordered": "refund_ordered",
  "Refund made": "refund_made",
  "The processor refused a refund": "refund_refused",
  "The bank returned a refund": "refund_returned",
  "A refund was made at the processor": "refunded_at_processor",
  "The second charge was refunded": "second_charge_refunded",
  Dispute: "dispute",
  "Dispute won": "dispute_won",
}
const REASONS = {
  "The order was paid twice": "paid_twice",
  "The order was over when it was paid": "paid_after_close",
  "Made at the processor": "made_at_processor",
  "The buyer cancelled the order": "cancelled_by_buyer",
}

/** History and reasons become codes; their texts are drawn when they are shown. */
export class Migration20261126160700 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "card_transition" rename column "what" to "code";`)
    for (const [text, code] of Object.entries(HISTORY))
      this.addSql(`update "card_transition" set "code" = '${code}' where "code" = '${text}';`)
    for (const [text, code] of Object.entries(REASONS))
      this.addSql(
        `update "card_refund" set "reason" = '${code}' where "source" <> 'staff' and "reason" = '${text}';`,
      )
    this.addSql(
      `update "card_refund" set "error" = 'returned_by_bank' where "error" = 'The bank returned the refund.';`,
    )
    this.addSql(
      `update "card_case" set "closed_by" = 'processor', "close_reason" = case when "kind" = 'dispute' then 'dispute_won' else 'second_charge_refunded' end where "closed_by" = 'the processor';`,
    )
  }

  override async down(): Promise<void> {
    for (const [text, code] of Object.entries(HISTORY))
      this.addSql(`update "card_transition" set "code" = '${text}' where "code" = '${code}';`)
    this.addSql(`alter table "card_transition" rename column "code" to "what";`)
  }
}
