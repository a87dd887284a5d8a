import { randomUUID } from "node:crypto"
import { contactReceiptSchema } from "@shop/contracts"
import { afterAll, beforeAll, expect, inject, it } from "vitest"
import { z } from "zod"
import { call, refused } from "../harness/call"
import { checkoutOf, fillCart, order } from "../harness/checkout"
import { makeProduct } from "../harness/fixtures"
import { openMailbox, UNKNOWN_DOMAIN, type Mailbox } from "../harness/mailbox"
import { startMedusa, type Backend } from "../harness/medusa"
import { askDatabase, databaseUrl } from "../harness/postgres"
import { capture, pack, ship } from "../harness/parcel"
import { baseSettings, type Settings } from "../harness/settings"
import { signInStaff, type Staff } from "../harness/staff"
import { copyTemplate, dropDatabase } from "../harness/template"

const STAFF_EMAIL = "staff@shop.test"
const message = {
  name: "Ann Lee",
  email: "ann@x.test",
  subject: "Is the honey raw?",
  message: "Hello,\n\nis it <b>raw</b>?",
  consent: true,
}

let database: string
let settings: Settings
let backend: Backend
let mailbox: Mailbox

beforeAll(async () => {
  const copy = await copyTemplate(inject("postgresUrl"), inject("template"), "shop_own_mail")
  database = databaseUrl(inject("postgresUrl"), copy.database)
  mailbox = await openMailbox()
  settings = {
    ...baseSettings(database, copy.mediaDir),
    BITCOIN_ESPLORA_URL: inject("quietChainUrl"),
    SMTP_URL: mailbox.url,
    STAFF_EMAIL,
  }
  backend = await startMedusa(settings, "own-mail")
})
afterAll(async () => {
  await backend.stop()
  await mailbox.close()
  await dropDatabase(inject("postgresUrl"), "shop_own_mail")
})

const write = (body: object) =>
  call(contactReceiptSchema, "/api/contact", { method: "POST", body, backendUrl: backend.url })

interface Waiting {
  attempts: number
  outcome: "done" | "failed" | null
  last_error: string | null
}
const outboxOf = (id: string, template: string) =>
  askDatabase<Waiting>(
    database,
    `select attempts, outcome, last_error from medusa_payments_outbox where key = $1`,
    [`${template}:${id}`],
  )

const pendingMessages = () =>
  askDatabase<{ key: string }>(database, "select key from medusa_payments_outbox where finished_at is null")

it("stores a message with the time of consent, notifies staff and acknowledges it to the sender", async () => {
  const { id } = await write(message)
  const [row] = await askDatabase(
    database,
    "select name, email, subject, message, state, consent_at <= now() as agreed from contact_message where id = $1",
    [id],
  )
  const { consent: _consent, ...kept } = message
  expect(row).toEqual({ ...kept, state: "unread", agreed: true })

  const toStaff = await mailbox.mailTo(STAFF_EMAIL)
  expect(toStaff.subject).toBe("Message from Ann Lee: Is the honey raw?")
  expect(toStaff.replyTo?.[0]?.address).toBe("ann@x.test")
  expect(toStaff.text).toContain("> is it <b>raw</b>?")
  expect(toStaff.html).toContain("is it &lt;b&gt;raw&lt;/b&gt;?")

  const toSender = await mailbox.mailTo("ann@x.test")
  expect(toSender.from?.address).toBe("orders@bramble-and-comb.example")
  expect(toSender.text).toContain("Thank you for getting in touch")
  expect(toSender.text).not.toContain("raw")

  // The staff's answer continues the conversation, and a reply to it reaches the shop.
  const staff = await signInStaff(backend.url)
  await staff.post(z.unknown(), `/admin/contact-messages/${id}/answers`, {
    text: "Dear Ann,\n\nyes: never warmer than the <hive>.",
    requestKey: randomUUID(),
  })
  const answer = await mailbox.mailTo("ann@x.test")
  expect(answer.subject).toBe("Re: Is the honey raw?")
  expect(answer.inReplyTo).toBe(toSender.messageId)
  expect(answer.replyTo?.[0]?.address).toBe("hello@bramble-and-comb.example")
  expect(answer.text).toContain("yes: never warmer than the <hive>.")
  expect(answer.text).toContain("> is it <b>raw</b>?")
  expect(answer.html).toContain("yes: never warmer than the &lt;hive&gt;.")
  expect(answer.headers.some(({ key }) => key === "auto-submitted")).toBe(false)
})

it.each([
  [{ ...message, consent: false }, "consent", "You must agree to the terms."],
  [{ ...message, name: "A" }, "name", "Name must be at least 2 characters."],
  [{ ...message, email: "ann" }, "email", "Please enter a valid email address."],
  [{ ...message, message: "short" }, "message", "Message must be at least 10 characters."],
  [{ ...message, isAdmin: true }, "isAdmin", "'isAdmin' is not a field of this call."],
])("rejects what the form would reject, and names the field", async (body, field, sentence) => {
  const problem = await refused(400, "/api/contact", { method: "POST", body, backendUrl: backend.url })
  expect(problem.errors).toEqual([{ field, message: sentence }])
  const [kept] = await askDatabase<{ count: string }>(
    database,
    "select count(*) from contact_message where message = $1",
    [body.message],
  )
  expect(Number(kept?.count)).toBe(body.message === message.message ? 1 : 0)
})

it("confirms an order with its amounts and how to pay in Bitcoin", async () => {
  const product = await makeProduct(await signInStaff(backend.url), { price: 12.95 })
  const cart = await fillCart(product, 2, undefined, backend.url)
  const email = "buyer@x.test"
  const body = checkoutOf(cart, 38.9, { email, shippingMethod: "special", shippingCost: 13 })
  const placed = await order(body, backend.url)
  const { text = "", html = "", subject } = await mailbox.mailTo(email)
  expect(subject).toContain(String(placed.number))
  for (const words of [
    `2 × ${product.name}, 250 g: £25.90`,
    "Subtotal: £25.90",
    "Delivery: £13.00",
    "Total including VAT: £38.90",
    "VAT at 20% on £38.90, included: £6.48",
    "Ada Lovelace\n12 St James's Square\nLondon\nSW1Y 4JH",
    "Special Delivery (Tracked)",
    "14 days",
  ])
    expect(text).toContain(words)
  expect(placed.bitcoin).not.toBeNull()
  for (const words of [placed.bitcoin?.address, placed.bitcoin?.amountBtc]) {
    expect(text).toContain(words)
    expect(html).toContain(words)
  }
  // Placing the same order again sends no second mail.
  await order(body, backend.url)
  await expect.poll(pendingMessages).toEqual([])
  expect(mailbox.mails.filter((mail) => mail.receivers.includes(email))).toHaveLength(1)
})

it("confirms a card order, and says that nothing was charged yet", async () => {
  const product = await makeProduct(await signInStaff(backend.url), { price: 5 })
  const cart = await fillCart(product, 1, undefined, backend.url)
  const email = "card@x.test"
  await order(checkoutOf(cart, 5, { email, paymentMethod: "card" }), backend.url)
  const { text = "" } = await mailbox.mailTo(email)
  expect(text).toContain("Total including VAT: £5.00")
  expect(text).toContain("Your card has not been charged")
  expect(text).not.toContain("bitcoin:")
})

/** Card orders for one jar each: one to dispatch, one to dispatch without a mail, one to cancel. */
async function threeOrders(staff: Staff) {
  const product = await makeProduct(staff, { price: 5 })
  const place = async (email: string) => {
    const cart = await fillCart(product, 1, undefined, backend.url)
    return (await order(checkoutOf(cart, 5, { email, paymentMethod: "card" }), backend.url)).id
  }
  const [sent, silent, cancelled] = [
    await place("sent@x.test"),
    await place("silent@x.test"),
    await place("cancelled@x.test"),
  ]
  for (const id of [sent, silent]) await capture(staff, id)
  const parcels = { sent: await pack(staff, sent), silent: await pack(staff, silent) }
  return { sent, silent, cancelled, parcels }
}

/** Kills the shop while its worker enqueues the mails about a shipment and a cancellation. */
async function killWhileNotifying(staff: Staff) {
  const { sent, silent, cancelled, parcels } = await threeOrders(staff)
  await askDatabase(
    database,
    `create function dawdle() returns trigger language plpgsql as $$ begin
       if new.payload ->> 'template' in ('order-dispatched', 'order-cancelled') then perform pg_sleep(60); end if; return new; end $$`,
  )
  await askDatabase(
    database,
    "create trigger dawdle before insert on medusa_payments_outbox for each row execute function dawdle()",
  )
  // Only staff dispatch parcels and decide whether the buyer is notified.
  const anonymous = await fetch(
    new URL(`/admin/orders/${sent}/fulfillments/${parcels.sent}/shipments`, backend.url),
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ items: [], no_notification: true }),
    },
  )
  expect(anonymous.status).toBe(401)
  await ship(staff, silent, parcels.silent, { tracking: "SILENT1", isSilent: true })
  await ship(staff, sent, parcels.sent, { tracking: "LOST01" })
  await staff.post(z.unknown(), `/admin/orders/${cancelled}/cancel`, {})
  const sleepers =
    "from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep' and pid <> pg_backend_pid()"
  await expect.poll(async () => (await askDatabase(database, `select 1 ${sleepers}`)).length).toBe(2)
  await backend.kill()
  await askDatabase(database, `select pg_terminate_backend(pid) ${sleepers}`)
  await askDatabase(database, "drop trigger dawdle on medusa_payments_outbox")
  await askDatabase(
    database,
    "update medusa_payments_outbox set next_attempt_at = now(), leased_until = null where finished_at is null",
  )
  const told = await askDatabase(
    database,
    "select 1 from medusa_payments_outbox where payload ->> 'template' in ('order-dispatched', 'order-cancelled')",
  )
  expect(told).toEqual([])
}

it("sends each mail once after the mail server was down and the backend killed, also mails it was about to enqueue", async () => {
  const { port } = mailbox
  await mailbox.close()
  const email = "patient@x.test"
  const { id } = await write({ ...message, email })
  await expect
    // The attempt has ended: one in progress would stay leased after the kill.
    .poll(async () => (await outboxOf(id, "contact-acknowledged"))[0]?.last_error, { timeout: 20_000 })
    .toBeTruthy()
  expect((await outboxOf(id, "contact-acknowledged"))[0]).toMatchObject({ outcome: null })

  await killWhileNotifying(await signInStaff(backend.url))
  mailbox = await openMailbox(port)
  backend = await startMedusa(settings, "own-mail-again")
  const mail = await mailbox.mailTo(email)
  expect(mail.subject).toBe("We have your message")
  expect((await mailbox.mailTo("sent@x.test", "on its way")).text).toContain("LOST01")
  expect((await mailbox.mailTo("cancelled@x.test", "is cancelled")).text).toContain("£5.00")
  await expect.poll(async () => (await outboxOf(id, "contact-acknowledged"))[0]?.outcome).toBe("done")
  await expect.poll(pendingMessages, { timeout: 30_000 }).toEqual([])
  const to = (address: string) => mailbox.mails.filter((one) => one.receivers.includes(address))
  expect(to(email)).toHaveLength(1)
  // In addition to the confirmation of each order.
  expect(to("sent@x.test")).toHaveLength(2)
  expect(to("cancelled@x.test")).toHaveLength(2)
  expect(to("silent@x.test")).toHaveLength(1)
})

it("gives up an address that does not exist, and still sends the other mails", async () => {
  const { id } = await write({ ...message, email: `someone@${UNKNOWN_DOMAIN}`, subject: "From nowhere" })
  await expect
    .poll(async () => (await outboxOf(id, "contact-acknowledged"))[0], { timeout: 20_000 })
    .toMatchObject({ attempts: 1, outcome: "failed" })
  const [waiting] = await outboxOf(id, "contact-acknowledged")
  expect(waiting?.last_error).toContain("No such mailbox here")
  await expect
    .poll(async () => (await outboxOf(id, "contact-received"))[0]?.outcome, { timeout: 20_000 })
    .toBe("done")
})
