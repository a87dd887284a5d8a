import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261121024425 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "contact_message" ("id" text not null, "name" text not null, "email" text not null, "subject" text not null, "message" text not null, "consent_at" timestamptz not null, "state" text check ("state" in ('unread', 'read', 'answered', 'archived')) not null default 'unread', "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "contact_message_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_contact_message_deleted_at" ON "contact_message" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_contact_message_state_created_at" ON "contact_message" ("state", "created_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `create table if not exists "contact_answer" ("id" text not null, "message_id" text not null, "text" text not null, "answered_by" text not null, "request_key" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "contact_answer_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_contact_answer_request_key_unique" ON "contact_answer" ("request_key") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_contact_answer_message_id" ON "contact_answer" ("message_id") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_contact_answer_deleted_at" ON "contact_answer" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "contact_answer" cascade;`)
    this.addSql(`drop table if exists "contact_message" cascade;`)
  }
}
