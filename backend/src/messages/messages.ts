import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, generateEntityId, MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { DATA_COMPLAINT_SUBJECT, dataComplaintDueAt } from "@shop/contracts"
import { enqueueMail } from "../mail/enqueue-mail"
import { MAIL_STATE } from "../mail/sent-order-mails"
import { SHOP } from "../modules/shop"
import { idRow, isoTime, OUTBOX_TABLE, querySql } from "../platform/sql/query"

const messageRow = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    state: z.enum(["unread", "read", "answered", "archived"]),
    receivedAt: isoTime,
    isMarked: z.boolean().nullable(),
    markedBy: z.string().nullable(),
    markedAt: isoTime.nullable(),
  })
  // A question back is no answer, so a complaint about data is due until it is archived.
  .transform((row) => ({
    ...row,
    dueAt: row.state === "archived" ? null : dataComplaintDueAt(row.subject, row.receivedAt, row.isMarked),
  }))
const answerRow = z.object({
  id: z.string(),
  text: z.string(),
  answeredBy: z.string(),
  answeredAt: isoTime,
  mail: z.enum(["pending", "sent", "failed"]).nullable(),
  error: z.string().nullable(),
})

type Message = z.output<typeof messageRow>
type Answer = z.output<typeof answerRow>

interface Page {
  folder: "inbox" | "archived"
  limit: number
  offset: number
}

interface NewAnswer {
  messageId: string
  text: string
  answeredBy: string
  /** Made up by the page for each answer. A repeated key is the same answer. */
  requestKey: string
}

const COLUMNS = `id, name, email, subject, message, state, created_at as "receivedAt",
  is_data_complaint as "isMarked", marked_by as "markedBy", marked_at as "markedAt"`

/** A page of the messages in a folder, unread ones first and then the newest, with the counts. */
export async function listMessages(container: MedusaContainer, { folder, limit, offset }: Page) {
  const isInFolder = folder === "archived" ? "state = 'archived'" : "state <> 'archived'"
  const [messages, [counted]] = await Promise.all([
    querySql(
      container,
      messageRow,
      `select ${COLUMNS} from contact_message where deleted_at is null and ${isInFolder}
        order by state <> 'unread', created_at desc, id desc
        limit cast(:limit as integer) offset cast(:offset as integer)`,
      { limit: String(limit), offset: String(offset) },
    ),
    querySql(
      container,
      z.object({ count: z.coerce.number(), unread: z.coerce.number() }),
      `select count(*) filter (where ${isInFolder}) as count, count(*) filter (where state = 'unread') as unread
         from contact_message where deleted_at is null`,
    ),
  ])
  return { messages, count: counted?.count ?? 0, unread: counted?.unread ?? 0 }
}

export async function countUnread(container: MedusaContainer): Promise<number> {
  const [row] = await querySql(
    container,
    z.object({ count: z.number() }),
    `select count(*)::int as count from contact_message where state = 'unread' and deleted_at is null`,
  )
  return row?.count ?? 0
}

export async function countDataComplaints(
  container: MedusaContainer,
): Promise<{ count: number; dueAt: string | null }> {
  const open = await querySql(
    container,
    messageRow,
    `select ${COLUMNS} from contact_message
      where state <> 'archived' and deleted_at is null
        and coalesce(is_data_complaint, lower(subject) = lower(:subject))
      order by created_at`,
    { subject: DATA_COMPLAINT_SUBJECT },
  )
  return { count: open.length, dueAt: open[0]?.dueAt ?? null }
}

/** Answers oldest first. @throws MedusaError when it does not exist */
export async function readMessage(
  container: MedusaContainer,
  id: string,
): Promise<Message & { answers: Answer[] }> {
  const [[message], answers] = await Promise.all([
    querySql(
      container,
      messageRow,
      `select ${COLUMNS} from contact_message where deleted_at is null and id = :id`,
      {
        id,
      },
    ),
    querySql(
      container,
      answerRow,
      `select a.id, a.text, a.answered_by as "answeredBy", a.created_at as "answeredAt",
              case when o.id is null then null else ${MAIL_STATE} end as mail, o.last_error as error
         from contact_answer a left join ${OUTBOX_TABLE} o on o.key = 'contact-answer:' || a.id
        where a.message_id = :id and a.deleted_at is null order by a.created_at, a.id`,
      { id },
    ),
  ])
  if (!message)
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such message. It may have been deleted.")
  return { ...message, answers }
}

/** In one transaction, so a repeated request key changes nothing. @throws MedusaError when the message does not exist */
export async function answerMessage(
  container: MedusaContainer,
  { messageId, ...answer }: NewAnswer,
): Promise<void> {
  const { email } = await readMessage(container, messageId)
  const connection = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  await connection.transaction(async (transaction) => {
    const [stored] = await querySql(
      transaction,
      idRow,
      `insert into contact_answer (id, message_id, text, answered_by, request_key)
        values (:id, :messageId, :text, :answeredBy, :requestKey)
        on conflict (request_key) where deleted_at is null do nothing returning id`,
      { id: generateEntityId(undefined, "cansw"), messageId, ...answer },
    )
    if (stored === undefined) return
    await enqueueMail(
      container,
      {
        key: `contact-answer:${stored.id}`,
        template: "contact-answer",
        to: email,
        data: { messageId, answerId: stored.id },
      },
      { transaction },
    )
    const sql = `update contact_message set state = 'answered', updated_at = now() where id = :messageId returning id`
    await querySql(transaction, idRow, sql, { messageId })
  })
}

/** Staff recognise a complaint about personal data by its words, and one that is none. Its time began when it came. Saying the same again changes nothing. */
export async function markDataComplaint(
  container: MedusaContainer,
  id: string,
  isDataComplaint: boolean,
  markedBy: string,
): Promise<Message & { answers: Answer[] }> {
  await querySql(
    container,
    idRow,
    `update contact_message set is_data_complaint = :isDataComplaint, marked_by = :markedBy, marked_at = now(), updated_at = now()
      where id = :id and deleted_at is null and is_data_complaint is distinct from :isDataComplaint returning id`,
    { id, isDataComplaint, markedBy },
  )
  return readMessage(container, id)
}

/** Sets a message's state. An answered message that is taken out of the archive is answered again. */
export async function setMessageState(
  container: MedusaContainer,
  id: string,
  state: "unread" | "read" | "archived",
): Promise<Message & { answers: Answer[] }> {
  const message = await readMessage(container, id)
  const next = state === "read" && message.answers.length > 0 ? "answered" : state
  await container.resolve(SHOP).updateContactMessages({ id, state: next })
  return { ...message, state: next }
}
