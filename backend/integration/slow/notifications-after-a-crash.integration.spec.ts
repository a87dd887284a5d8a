import { randomUUID } from "node:crypto"
import { contactReceiptSchema } from "@shop/contracts"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { z } from "zod"
import { call } from "../harness/call"
import { checkoutOf, fillCart, order } from "../harness/checkout"
import { makeProduct } from "../harness/fixtures"
import { openMailbox, type Mailbox } from "../harness/mailbox"
import { startMedusa, type Backend } from "../harness/medusa"
import { capture, pack, ship } from "../harness/parcel"
import { askDatabase, databaseUrl } from "../harness/postgres"
import { baseSettings, STAFF, type Settings } from "../harness/settings"
import { signInStaff, type Staff } from "../harness/staff"
import { staffCalls } from "../harness/staff-account"
import { copyTemplate, dropDatabase } from "../harness/template"

const DATABASE = "shop_own_notify_crash"
const DIE_AFTER_COMMIT = new URL("../harness/die-after-commit.mjs", import.meta.url).href

let mailbox: Mailbox
let settings: Settings
let database: string
beforeAll(async () => {
  mailbox = await openMailbox()
  const copy = await copyTemplate(inject("postgresUrl"), inject("template"), DATABASE)
  database = databaseUrl(inject("postgresUrl"), copy.database)
  settings = {
    ...baseSettings(database, copy.mediaDir),
    SMTP_URL: mailbox.url,
    STAFF_EMAIL: "staff@x.test",
    MFA_ENCRYPTION_KEY: "only-for-tests-only-for-tests-only-4",
  }
})
afterAll(async () => {
  await mailbox.close()
  await dropDatabase(inject("postgresUrl"), DATABASE)
})

/** Starts a backend that dies right after it commits a statement like this. */
const startDying = (statement: string, logName: string) =>
  startMedusa(
    { ...settings, NODE_OPTIONS: `--import=${DIE_AFTER_COMMIT}`, DIE_AFTER_COMMIT_OF: statement },
    logName,
  )

async function placeOrder(staff: Staff, backend: Backend, email: string): Promise<string> {
  const cart = await fillCart(await makeProduct(staff), 1, undefined, backend.url)
  const placed = await order(checkoutOf(cart, 5, { email, paymentMethod: "card" }), backend.url)
  await mailbox.mailTo(email)
  return placed.id
}

const pendingMessages = () =>
  askDatabase(database, "select key from medusa_payments_outbox where finished_at is null")
const mailsTo = (email: string, subject: string) =>
  mailbox.mails.filter((mail) => mail.receivers.includes(email) && mail.subject?.includes(subject))

/** Makes delayed messages due now: a shipment's message waits for a minute. */
const passTime = () =>
  askDatabase(
    database,
    "update medusa_payments_outbox set next_attempt_at = now(), leased_until = null where finished_at is null",
  )

it("mails the buyer once when the shop dies right after Medusa has cancelled the order", async () => {
  const before = await startDying('update "order" .*"canceled_at"', "notify-cancel-before")
  const staff = await signInStaff(before.url)
  const id = await placeOrder(staff, before, "cancelled@x.test")
  await expect(staff.post(z.unknown(), `/admin/orders/${id}/cancel`, {})).rejects.toThrow()
  await before.exited
  expect(await askDatabase(database, 'select status from "order" where id = $1', [id])).toEqual([
    { status: "canceled" },
  ])
  expect(mailsTo("cancelled@x.test", "is cancelled")).toEqual([])

  await passTime()
  const after = await startMedusa(settings, "notify-cancel-after")
  try {
    await mailbox.mailTo("cancelled@x.test", "is cancelled")
    await expect.poll(pendingMessages).toEqual([])
    expect(mailsTo("cancelled@x.test", "is cancelled")).toHaveLength(1)
  } finally {
    await after.stop()
  }
})

it("mails the buyer once when the shop dies right after Medusa has shipped the parcel", async () => {
  const before = await startDying('update "fulfillment" .*"shipped_at"', "notify-ship-before")
  const staff = await signInStaff(before.url)
  const id = await placeOrder(staff, before, "shipped@x.test")
  await capture(staff, id)
  const parcel = await pack(staff, id)
  await expect(ship(staff, id, parcel, { tracking: "CRASH1" })).rejects.toThrow()
  await before.exited

  await passTime()
  const after = await startMedusa(settings, "notify-ship-after")
  try {
    expect((await mailbox.mailTo("shipped@x.test", "on its way")).text).toContain("CRASH1")
    await expect.poll(pendingMessages).toEqual([])
    expect(mailsTo("shipped@x.test", "on its way")).toHaveLength(1)
  } finally {
    await after.stop()
  }
})

it("mails nothing about a shipment that Medusa undid, and once about the one that follows", async () => {
  const backend = await startMedusa(settings, "notify-undone")
  try {
    const staff = await signInStaff(backend.url)
    const id = await placeOrder(staff, backend, "undone@x.test")
    await capture(staff, id)
    const parcel = await pack(staff, id)
    const shipped = (at: string) =>
      askDatabase(database, `update fulfillment set shipped_at = ${at} where id = $1`, [parcel])
    await shipped("now()")
    await shipped("null")
    await passTime()
    await expect.poll(pendingMessages).toEqual([])
    expect(mailsTo("undone@x.test", "on its way")).toEqual([])

    await ship(staff, id, parcel, { tracking: "SECOND1" })
    expect((await mailbox.mailTo("undone@x.test", "on its way")).text).toContain("SECOND1")
    await expect.poll(pendingMessages).toEqual([])
    expect(mailsTo("undone@x.test", "on its way")).toHaveLength(1)
  } finally {
    await backend.stop()
  }
})

describe("what the shop stored right before it died is mailed", () => {
  async function mailedAfterDying(
    statement: string,
    provoke: (backend: Backend, staff: Staff) => Promise<unknown>,
    to: string,
    saying: string,
  ): Promise<void> {
    const before = await startDying(statement, "notify-stored-before")
    await expect(provoke(before, await signInStaff(before.url))).rejects.toThrow()
    await before.exited
    await passTime()
    const after = await startMedusa(settings, "notify-stored-after")
    try {
      await mailbox.mailTo(to, saying)
      await expect.poll(pendingMessages).toEqual([])
      const mails = mailbox.mails.filter(
        ({ receivers, text }) => receivers.includes(to) && text?.includes(saying),
      )
      expect(mails).toHaveLength(1)
    } finally {
      await after.stop()
    }
  }
  const write = (backendUrl: string) =>
    call(contactReceiptSchema, "/api/contact", {
      method: "POST",
      body: {
        name: "Ada",
        email: "ada@x.test",
        subject: "Honey",
        message: "Is the heather honey raw?",
        consent: true,
      },
      backendUrl,
    })

  it("a message from the contact form, to staff", () =>
    mailedAfterDying('insert into "?contact_message', ({ url }) => write(url), "staff@x.test", "Honey"))

  it("the answer to it, to its sender", () =>
    mailedAfterDying(
      'insert into "?contact_answer',
      async ({ url }, staff) => {
        const { id } = await write(url)
        const answer = { text: "Yes, it is.", requestKey: randomUUID() }
        await staff.post(z.unknown(), `/admin/contact-messages/${id}/answers`, answer)
      },
      "ada@x.test",
      "Yes, it is.",
    ))

  it("a change of the second factor, to its owner", () =>
    mailedAfterDying(
      'update "auth_mfa_factor"',
      async ({ url }) => {
        const calls = staffCalls({ url, databaseUrl: database })
        await calls.setUpApp(STAFF, calls.withToken(await calls.signIn(STAFF)))
      },
      STAFF.email,
      "second factor",
    ))
})
