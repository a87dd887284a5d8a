import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { databaseOf } from "../../query/database"
import { MAIL_STATE } from "../../mail/order-mails"

const iso = z.coerce.date().transform((at) => at.toISOString())
const summaryRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  state: z.enum(["unread", "read", "answered", "archived"]),
  receivedAt: iso,
})
const answerRow = z.object({
  id: z.string(),
  text: z.string(),
  answeredBy: z.string(),
  answeredAt: iso,
  mail: z.enum(["pending", "sent", "failed"]).nullable(),
  error: z.string().nullable(),
})

/** A message as staff read it, with what was answered. */
export type ReadMessage = z.output<typeof summaryRow> & { answers: z.output<typeof answerRow>[] }

interface Page {
  /** Which of them; archived ones are shown only when asked for. */
  folder: "inbox" | "archived"
  limit: number
  offset: number
}

const SUMMARY = `id, name, email, subject, message, state, created_at as "receivedAt"`

/** Messages with the unread first and then the newest, and how many the folder holds. */
export async function listMessages(container: MedusaContainer, { folder, limit, offset }: Page) {
  const database = databaseOf(container)
  const isOn = folder === "archived" ? "state = 'archived'" : "state <> 'archived'"
  const [messages, [counted]] = await Promise.all([
    database.ask(
      summaryRow,
      `select ${SUMMARY} from contact_message where deleted_at is null and ${isOn}
        order by state <> 'unread', created_at desc, id desc
        limit cast(:limit as integer) offset cast(:offset as integer)`,
      { limit: String(limit), offset: String(offset) },
    ),
    database.ask(
      z.object({ count: z.coerce.number(), unread: z.coerce.number() }),
      `select count(*) filter (where ${isOn}) as count, count(*) filter (where state = 'unread') as unread
         from contact_message where deleted_at is null`,
    ),
  ])
  return { messages, count: counted?.count ?? 0, unread: counted?.unread ?? 0 }
}

/** One message with its answers, oldest first, and what became of their mails; null when there is none. */
export async function readMessage(container: MedusaContainer, id: string): Promise<ReadMessage | null> {
  const database = databaseOf(container)
  const [[message], answers] = await Promise.all([
    database.ask(summaryRow, `select ${SUMMARY} from contact_message where deleted_at is null and id = :id`, {
      id,
    }),
    database.ask(
      answerRow,
      `select a.id, a.text, a.answered_by as "answeredBy", a.created_at as "answeredAt",
              case when o.id is null then null else ${MAIL_STATE} end as mail, o.last_error as error
         from contact_answer a left join outbox_message o on o.key = 'contact-answer:' || a.id
        where a.message_id = :id and a.deleted_at is null order by a.created_at, a.id`,
      { id },
    ),
  ])
  return message ? { ...message, answers } : null
}
