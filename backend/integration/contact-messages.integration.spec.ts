import { randomUUID } from "node:crypto"
import { contactReceiptSchema } from "@shop/contracts"
import { todaySchema } from "@shop/contracts/staff"
import { beforeAll, expect, inject, it } from "vitest"
import { z } from "zod"
import { call, send } from "./harness/call"
import { askDatabase } from "./harness/postgres"
import { STAFF } from "./harness/settings"
import { signInStaff, type Staff } from "./harness/staff"
import { tracesOf } from "./harness/traces"

const PATH = "/admin/contact-messages"
const summary = z.object({
  id: z.string(),
  subject: z.string(),
  state: z.string(),
  receivedAt: z.string(),
  dueAt: z.string().nullable(),
  isMarked: z.boolean().nullable(),
  markedBy: z.string().nullable(),
  markedAt: z.string().nullable(),
})
const page = z.object({ messages: z.array(summary), count: z.number(), unread: z.number() })
const answer = z.object({ text: z.string(), answeredBy: z.string(), mail: z.string().nullable() })
const whole = z.object({ message: summary.extend({ message: z.string(), answers: z.array(answer) }) })

let staff: Staff
beforeAll(async () => {
  staff = await signInStaff()
})

/** A message as the form sends it, with a word that occurs nowhere else. */
async function written(email = `${randomUUID()}@x.test`, subject?: string) {
  const mark = randomUUID()
  const body = {
    name: "Ann Lee",
    email,
    subject: subject ?? `Subject ${mark}`,
    message: `Is it raw, ${mark}?`,
    consent: true,
  }
  const { id } = await call(contactReceiptSchema, "/api/contact", { method: "POST", body })
  return { id, mark, email }
}
const list = (folder: "inbox" | "archived" = "inbox") => staff.get(page, `${PATH}?folder=${folder}&limit=100`)
const read = (id: string) => staff.get(whole, `${PATH}/${id}`)
const setState = (id: string, state: string) => staff.post(z.unknown(), `${PATH}/${id}/state`, { state })
const place = async (id: string) => (await list()).messages.findIndex((message) => message.id === id)

it("lists the unread first and then the newest, and counts them", async () => {
  const [older, newer] = [await written(), await written()]
  expect(await place(newer.id)).toBeLessThan(await place(older.id))
  const before = (await list()).unread
  await setState(newer.id, "read")
  expect(await place(older.id)).toBeLessThan(await place(newer.id))
  expect((await list()).unread).toBe(before - 1)
})

it("keeps archived ones in a separate folder, and restores them", async () => {
  const { id } = await written()
  await setState(id, "archived")
  expect(await place(id)).toBe(-1)
  expect((await list("archived")).messages.map((message) => message.id)).toContain(id)
  await setState(id, "read")
  expect(await place(id)).toBeGreaterThan(-1)
})

it("stores an answer with its message and author, once however often it is sent", async () => {
  const { id } = await written()
  const body = { text: "  Yes, it is raw.\n\nMaya  ", requestKey: randomUUID() }
  await Promise.all([1, 2, 3].map(() => staff.post(z.unknown(), `${PATH}/${id}/answers`, body)))
  const { message } = await read(id)
  expect(message.state).toBe("answered")
  expect(message.answers).toEqual([
    { text: "Yes, it is raw.\n\nMaya", answeredBy: STAFF.email, mail: "pending" },
  ])
  // After archiving and restoring it is still answered.
  await setState(id, "archived")
  await setState(id, "read")
  expect((await read(id)).message.state).toBe("answered")
})

it("deletes a message with its answers and mails", async () => {
  const { id, mark, email } = await written()
  await staff.post(z.unknown(), `${PATH}/${id}/answers`, { text: `Yes, ${mark}`, requestKey: randomUUID() })
  expect(await tracesOf(inject("databaseUrl"), [mark, email])).toContain("contact_answer")
  await staff.remove(`${PATH}/${id}`)
  // A mail in progress stores its recipient afterwards; the nightly job deletes it.
  const left = await tracesOf(inject("databaseUrl"), [mark, email])
  expect(left.filter((table) => table !== "notification")).toEqual([])
})

it.each([
  ["answers", { text: "   ", requestKey: randomUUID() }, "Please write an answer."],
  ["answers", { text: "x", requestKey: "mine" }, "Invalid UUID"],
  ["state", { state: "answered" }, "Invalid option"],
])("rejects an invalid value at /%s", async (path, body, sentence) => {
  const { id } = await written()
  await expect(staff.post(z.unknown(), `${PATH}/${id}/${path}`, body)).rejects.toThrow(sentence)
  expect((await read(id)).message).toMatchObject({ state: "unread", answers: [] })
})

it("answers 404 for an unknown message, and shows none to clients without permission", async () => {
  await expect(read("cmsg_none")).rejects.toThrow("There is no such message")
  for (const path of [PATH, `${PATH}/cmsg_none`]) expect((await send(path)).status).toBe(401)
})

it("acknowledges at most five messages an hour to one mailbox, however it is spelt, and receives them all", async () => {
  const name = `Flooded-${randomUUID()}`
  const ids: string[] = []
  for (let sent = 0; sent < 7; sent++) {
    const spelling = sent % 2 ? name : `${name.toLowerCase()}+${String(sent)}`
    ids.push((await written(`${spelling}@x.test`)).id)
  }
  const mails = await askDatabase(
    inject("databaseUrl"),
    `select payload ->> 'template' as template, count(*)::int as count from medusa_payments_outbox
      where payload -> 'data' ->> 'messageId' = any($1) group by 1 order by 1`,
    [ids],
  )
  expect(mails).toEqual([
    { template: "contact-acknowledged", count: 5 },
    { template: "contact-received", count: 7 },
  ])
})

it("gives 30 days for a complaint about data, however its subject is written, until it is archived", async () => {
  const complaints = async () => (await staff.get(todaySchema, "/admin/today")).dataComplaints
  const before = await complaints()
  const { id } = await written(undefined, "  data Protection ")
  const other = await written(undefined, "Data protection officer wanted")
  expect((await read(other.id)).message.dueAt).toBeNull()
  const { receivedAt, dueAt } = (await read(id)).message
  expect(Date.parse(dueAt ?? "") - Date.parse(receivedAt)).toBe(30 * 24 * 3_600_000)
  expect((await complaints()).count).toBe(before.count + 1)
  expect((await complaints()).dueAt).toBe(before.dueAt ?? dueAt)
  await setState(id, "read")
  expect((await complaints()).count).toBe(before.count + 1)
  const body = { text: "We have deleted it.", requestKey: randomUUID() }
  await staff.post(z.unknown(), `${PATH}/${id}/answers`, body)
  // It may have been a question.
  expect((await complaints()).count).toBe(before.count + 1)
  await setState(id, "archived")
  expect(await complaints()).toEqual(before)
})

it("gives 30 days for any message that staff mark as a complaint about data, and for none that they say is none", async () => {
  const complaints = async () => (await staff.get(todaySchema, "/admin/today")).dataComplaints.count
  const before = await complaints()
  const mark = (id: string, isDataComplaint: boolean) =>
    staff.post(z.unknown(), `${PATH}/${id}/data-complaint`, { isDataComplaint })
  const { id } = await written(undefined, "You wrote to my old address")
  expect((await read(id)).message).toMatchObject({ isMarked: null, markedBy: null, markedAt: null })
  await mark(id, true)
  const { receivedAt, dueAt, markedBy, markedAt } = (await read(id)).message
  expect(markedBy).toBe(STAFF.email)
  expect(Date.parse(markedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(receivedAt))
  // Who says it again has not found it out.
  await Promise.all([mark(id, true), mark(id, true)])
  expect((await read(id)).message.markedAt).toBe(markedAt)
  expect(Date.parse(dueAt ?? "") - Date.parse(receivedAt)).toBe(30 * 24 * 3_600_000)
  expect(await complaints()).toBe(before + 1)
  await mark(id, false)
  expect((await read(id)).message).toMatchObject({ dueAt: null, isMarked: false, markedBy: STAFF.email })
  const { id: misnamed } = await written(undefined, "Data protection")
  expect(await complaints()).toBe(before + 1)
  await mark(misnamed, false)
  expect(await complaints()).toBe(before)
})
