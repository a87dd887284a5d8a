import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type Stripe from "stripe"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { z } from "zod"
import type { Server } from "../process/child.js"
import { command, SECRET_KEY, sessionFor, stripeAt, WEBHOOK_SECRET } from "../testing/card-client.js"
import { startCardProcessor } from "./start.js"

const VISA = "4242424242424242"
const PAID = "checkout.session.completed"
const folder = mkdtempSync(join(tmpdir(), "card-webhooks-spec-"))
let processor: Server
let stripe: Stripe

/** The shop's endpoint: what it received, verified by the SDK, and how it answers. */
const received: Stripe.Event[] = []
let answer: (attempt: number) => number = () => 200
const shop = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const signature = request.headers["stripe-signature"] ?? ""
    received.push(stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, WEBHOOK_SECRET))
    response.writeHead(answer(received.length)).end()
  })
})

beforeAll(async () => {
  shop.listen(0, "127.0.0.1")
  await once(shop, "listening")
  const { port } = z.object({ port: z.number() }).parse(shop.address())
  processor = await startCardProcessor({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: `http://127.0.0.1:${port}/webhook`,
    logFile: join(folder, "cards.log"),
  })
  stripe = stripeAt(processor.url)
})
afterAll(async () => {
  await processor.stop()
  shop.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  received.length = 0
  answer = () => 200
  await command(processor.url, "/webhooks/rules", {}, "DELETE")
})

const rule = (body: object) => command(processor.url, "/webhooks/rules", body)
const open = (reference: string) => stripe.checkout.sessions.create(sessionFor(reference))
const pay = (id: string, card = VISA) => command(processor.url, `/sessions/${id}/pay`, { card })
const typesOf = (id: string) =>
  received.flatMap((event) => (JSON.stringify(event).includes(id) ? [event.type] : []))

it("lists no payment before the first", async () => {
  expect(await (await fetch(processor.url)).text()).toContain("No payments yet.")
})

it("signs each event with a copy of the object at that moment", async () => {
  const { id } = await open("w-1")
  await pay(id, "4000000000000002")
  await pay(id)
  await expect.poll(() => typesOf("w-1")).toContain(PAID)
  expect(typesOf("w-1")).toEqual(
    expect.arrayContaining(["payment_intent.payment_failed", "charge.succeeded", "payment_intent.succeeded"]),
  )
  const completed = received.find(({ type }) => type === PAID)
  expect(completed).toMatchObject({
    object: "event",
    livemode: false,
    data: { object: { id, payment_status: "paid", client_reference_id: "w-1" } },
  })
})

it("repeats an event with the same id until the shop accepts it", async () => {
  answer = (attempt) => (attempt < 3 ? 500 : 200)
  await rule({
    action: "drop",
    types: ["charge.succeeded", "payment_intent.created", "payment_intent.succeeded", "charge.updated"],
  })
  await pay((await open("w-2")).id)
  await expect.poll(() => typesOf("w-2")).toEqual([PAID, PAID, PAID])
  expect(new Set(received.map(({ id }) => id)).size).toBe(1)
})

it("drops, duplicates and reverses events on request, for one order only", async () => {
  await rule({ action: "drop", containing: "w-3" })
  await rule({ action: "duplicate", containing: "w-4", types: [PAID], copies: 3 })
  await rule({ action: "hold", containing: "w-5" })
  for (const reference of ["w-3", "w-4", "w-5"]) await pay((await open(reference)).id)
  await expect.poll(() => typesOf("w-4").filter((type) => type === PAID)).toHaveLength(3)
  expect(typesOf("w-3")).toEqual([])
  expect(typesOf("w-5")).toEqual([])

  await command(processor.url, "/webhooks/release", { order: "last_in_first_out", containing: "w-5" })
  expect(typesOf("w-5").slice(0, 3)).toEqual([PAID, "payment_intent.succeeded", "charge.succeeded"])
})

it("tells about refunds and disputes that are made at the processor", async () => {
  const { id } = await open("w-6")
  await pay(id)
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(id)
  await command(processor.url, "/refunds", { paymentIntent: intent, amount: 250 })
  await command(processor.url, "/disputes", { paymentIntent: intent })
  await expect
    .poll(() => received.map(({ type }) => type))
    .toEqual(expect.arrayContaining(["refund.created", "charge.refunded", "charge.dispute.created"]))
})

it("sends the buyer back after the shop has heard of the payment", async () => {
  const { id } = await open("w-7")
  const response = await fetch(`${processor.url}/c/pay/${id}`, {
    method: "POST",
    body: new URLSearchParams({ number: VISA }),
    redirect: "manual",
  })
  expect(typesOf("w-7")).toContain(PAID)
  expect(response.status).toBe(303)
  expect(response.headers.get("location")).toBe(`http://localhost:8000/orders/1?session=${id}`)
})

it("shows a payment where the shop's admin links to, and refunds it there for its own pages only", async () => {
  const { id } = await open("w-8")
  await pay(id)
  const intent = z.string().parse((await stripe.checkout.sessions.retrieve(id)).payment_intent)
  const paths = [`/payments/${intent}`, `/checkout/sessions/${id}`, "/"]
  for (const path of paths) expect(await (await fetch(processor.url + path)).text()).toContain("w-8")
  const refund = (origin: string) =>
    fetch(`${processor.url}/payments/${intent}/refund`, {
      method: "POST",
      headers: { origin },
      body: new URLSearchParams({ amount: "2.50" }),
    })
  expect((await refund("http://evil.example")).status).toBe(403)
  expect(await (await refund(processor.url)).text()).toContain("£2.50, succeeded")
  expect(await (await fetch(`${processor.url}/payments/pi_unknown`)).text()).toBe("There is no such page.")
})
