import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** What a mail is about, so that an order and a message find theirs. */
export class Migration20261121091100 extends Migration {
  override async up(): Promise<void> {
    for (const [name, about] of [
      ["order", "orderId"],
      ["message", "messageId"],
    ]) {
      this.addSql(
        `CREATE INDEX IF NOT EXISTS "IDX_mail_outbox_${name}" ON "mail_outbox" ((data->>'${about}')) WHERE deleted_at IS NULL;`,
      )
    }
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_mail_outbox_order";`)
    this.addSql(`drop index if exists "IDX_mail_outbox_message";`)
  }
}
