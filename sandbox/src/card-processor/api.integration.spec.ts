import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import Stripe from "stripe"
import { z } from "zod"
import type { Server } from "../process/child.js"
import { command, SECRET_KEY, sessionFor, stripeAt, WEBHOOK_SECRET } from "../testing/card-client.js"
import { checkCardKeys } from "../launcher/check-card-keys.js"
import { startCardProcessor } from "./start.js"

const folder = mkdtempSync(join(tmpdir(), "card-processor-spec-"))
let processor: Server
let stripe: Stripe

const start = () =>
  startCardProcessor({
    dataDir: join(folder, "cards"),
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    logFile: join(folder, "cards.log"),
  })

beforeAll(async () => {
  processor = await start()
  stripe = stripeAt(processor.url)
})
afterAll(async () => {
  await processor.stop()
  rmSync(folder, { recursive: true, force: true })
})

const payBy = (session: { id: string }, body: object) =>
  command(processor.url, `/sessions/${session.id}/pay`, body)
const VISA = "4242424242424242"
const stateSchema = z.object({
  sessions: z.array(z.object({ id: z.string(), client_reference_id: z.string() })),
})

/** The error that the SDK throws. */
async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const outcome: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof Stripe.errors.StripeError) return outcome
  throw new Error("The call was not refused.")
}

/** Parameters that the SDK's types forbid. */
const createUntyped = (parameters: Record<string, unknown>) =>
  stripe.rawRequest("POST", "/v1/checkout/sessions", parameters)

describe("npm run doctor", () => {
  it("accepts the right key, refuses a wrong one and says when the processor is away", async () => {
    const check = async (key: string, url = processor.url) =>
      (await checkCardKeys({ STRIPE_SECRET_KEY: key, STRIPE_API_URL: url }))?.text
    expect(await check(SECRET_KEY)).toBe("Stripe accepts the key (test mode)")
    expect(await check("sk_test_wrong")).toContain("refuses STRIPE_SECRET_KEY")
    expect(await check(SECRET_KEY, "http://127.0.0.1:1")).toContain("cannot be reached")
    expect(await checkCardKeys({})).toBeNull()
  })
})

describe("sessions", () => {
  it("creates an open session without a payment intent and reads it again", async () => {
    const created = await stripe.checkout.sessions.create(sessionFor("o-1"))
    expect(created).toMatchObject({
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      amount_total: 1250,
      currency: "gbp",
      client_reference_id: "o-1",
      livemode: false,
    })
    expect(created.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/c\/pay\/cs_test_\w{58}#.{200,}/)
    expect(await stripe.checkout.sessions.retrieve(created.id)).toEqual(created)
  })

  it.each([
    [{ mode: "setup" }, "mode"],
    [{ surprise: "yes" }, "surprise"],
    [{ line_items: [] }, "line_items"],
    [{ success_url: undefined }, "success_url"],
    [{ expires_at: Math.floor(Date.now() / 1000) + 29 * 60 }, "expires_at"],
    [{ expires_at: Math.floor(Date.now() / 1000) + 25 * 60 * 60 }, "expires_at"],
  ])("refuses %j", async (wrong, param) => {
    const parameters = { ...sessionFor("o-2"), ...wrong }
    const error = await refusal(createUntyped(parameters))
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(error.statusCode).toBe(400)
    expect(error.param).toContain(param)
  })

  it("refuses an unknown parameter in a nested object by its full name", async () => {
    const parameters = { ...sessionFor("o-3"), payment_intent_data: { transfer: "x" } }
    const error = await refusal(createUntyped(parameters))
    expect(error).toMatchObject({ code: "parameter_unknown", param: "payment_intent_data[transfer]" })
  })

  it("refuses an amount below 30 pence", async () => {
    const line = { currency: "gbp", unit_amount: 29, product_data: { name: "A crumb" } }
    const error = await refusal(
      stripe.checkout.sessions.create(sessionFor("o-4", { line_items: [{ quantity: 1, price_data: line }] })),
    )
    expect(error.code).toBe("amount_too_small")
  })

  it("expires an open session once, and refuses a payment after it", async () => {
    const { id } = await stripe.checkout.sessions.create(sessionFor("o-5"))
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: "expired", url: null })
    const again = await refusal(stripe.checkout.sessions.expire(id))
    expect(again.message).toMatch(/Only Checkout Sessions with a status in \["open"\] can be expired/)
    expect(await payBy({ id }, { card: VISA })).toEqual({ kind: "closed" })
    expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe("unpaid")
  })

  it("does not expire a paid session and does not take a second payment", async () => {
    const { id } = await stripe.checkout.sessions.create(sessionFor("o-6"))
    expect(await payBy({ id }, { card: VISA })).toEqual({ kind: "complete" })
    expect(await payBy({ id }, { card: VISA })).toEqual({ kind: "closed" })
    expect((await refusal(stripe.checkout.sessions.expire(id))).message).toMatch(/status of complete/)
  })

  it("knows only its own ids and keys", async () => {
    const missing = await refusal(stripe.checkout.sessions.retrieve("cs_test_unknown"))
    expect(missing).toMatchObject({ statusCode: 404, code: "resource_missing" })
    const wrongKey = await refusal(stripeAt(processor.url, {}, "sk_test_wrong").balance.retrieve())
    expect(wrongKey).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect(wrongKey.message).not.toContain("sk_test_wrong")
    const elsewhere = await refusal(stripe.customers.create({ name: "Ada" }))
    expect(elsewhere.statusCode).toBe(404)
  })
})

describe("payments", () => {
  const paid = async (reference: string, card = VISA, more: object = {}) => {
    const session = await stripe.checkout.sessions.create(sessionFor(reference))
    await payBy(session, { card, ...more })
    const read = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ["payment_intent.latest_charge"],
    })
    if (read.payment_intent === null || typeof read.payment_intent === "string")
      throw new Error("Not expanded.")
    return { session: read, intent: read.payment_intent }
  }

  it("shows card, wallet and fee of a successful payment", async () => {
    const { session, intent } = await paid("p-1", VISA, { wallet: "google_pay" })
    expect(session).toMatchObject({ status: "complete", payment_status: "paid", url: null })
    expect(intent).toMatchObject({
      status: "succeeded",
      amount_received: 1250,
      metadata: { order_id: "p-1" },
      latest_charge: {
        paid: true,
        payment_method_details: { card: { brand: "visa", last4: "4242", wallet: { type: "google_pay" } } },
      },
    })
    // Stripe captures asynchronously: the fee follows.
    await expect
      .poll(async () => {
        const read = await stripe.paymentIntents.retrieve(intent.id, {
          expand: ["latest_charge.balance_transaction"],
        })
        return read.latest_charge
      })
      .toMatchObject({ balance_transaction: { amount: 1250, fee: 39, net: 1211 } })
  })

  it("keeps the session open after a decline, and takes the next card", async () => {
    const session = await stripe.checkout.sessions.create(sessionFor("p-2"))
    expect(await payBy(session, { card: "4000000000009995" })).toMatchObject({ kind: "declined" })
    const declined = await stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent"] })
    expect(declined).toMatchObject({
      status: "open",
      payment_status: "unpaid",
      payment_intent: {
        status: "requires_payment_method",
        last_payment_error: { code: "card_declined", decline_code: "insufficient_funds" },
      },
    })
    expect(await payBy(session, { card: VISA })).toEqual({ kind: "complete" })
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe("paid")
  })

  it("asks for 3-D Secure and honours its answer", async () => {
    const session = await stripe.checkout.sessions.create(sessionFor("p-3"))
    const card = "4000000000003220"
    expect(await payBy(session, { card, challenge: "fail" })).toMatchObject({ kind: "declined" })
    expect(await payBy(session, { card, challenge: "pass" })).toEqual({ kind: "complete" })
  })

  it("completes a slow session unpaid, and decides it later", async () => {
    const { session, intent } = await paid("p-4", "4000000000005001")
    expect(session).toMatchObject({ status: "complete", payment_status: "unpaid" })
    expect(intent.status).toBe("processing")
    await expect
      .poll(async () => (await stripe.checkout.sessions.retrieve(session.id)).payment_status)
      .toBe("paid")
  })

  it("refunds in parts up to what was paid", async () => {
    const { intent } = await paid("p-5")
    const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 1000 })
    expect(part).toMatchObject({ status: "succeeded", amount: 1000, payment_intent: intent.id })
    const tooMuch = await refusal(stripe.refunds.create({ payment_intent: intent.id, amount: 251 }))
    expect(tooMuch.message).toContain("greater than unrefunded amount on charge (£2.50)")
    await stripe.refunds.create({ payment_intent: intent.id })
    const done = await refusal(stripe.refunds.create({ payment_intent: intent.id }))
    expect(done.code).toBe("charge_already_refunded")
    const newest = await stripe.refunds.list({ payment_intent: intent.id, limit: 1 })
    expect(newest).toMatchObject({ has_more: true, data: [{ amount: 250 }] })
    const { data } = await stripe.refunds.list({ payment_intent: intent.id })
    expect(data).toMatchObject([{ amount: 250 }, { amount: 1000 }])
    const charge = await stripe.paymentIntents.retrieve(intent.id, { expand: ["latest_charge"] })
    expect(charge.latest_charge).toMatchObject({ refunded: true })
  })

  it("returns the money of a refund that fails at the bank", async () => {
    const { intent } = await paid("p-6", "4000000000005126")
    await stripe.refunds.create({ payment_intent: intent.id })
    const refunds = () => stripe.refunds.list({ payment_intent: intent.id })
    await expect.poll(async () => (await refunds()).data[0]?.status).toBe("failed")
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent.id, {
      expand: ["latest_charge"],
    })
    expect(charge).toMatchObject({ amount_refunded: 0, refunded: false })
  })

  it("opens a dispute with a deadline, which forbids refunds until the shop wins it", async () => {
    const { intent } = await paid("p-7")
    await command(processor.url, "/disputes", { paymentIntent: intent.id })
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data
    expect(dispute).toMatchObject({ status: "needs_response", amount: 1250, reason: "fraudulent" })
    expect(dispute?.evidence_details.due_by).toBeGreaterThan(Date.now() / 1000)
    const refused = await refusal(stripe.refunds.create({ payment_intent: intent.id }))
    expect(refused.code).toBe("charge_disputed")
    await command(processor.url, `/disputes/${dispute?.id ?? ""}/close`, { status: "won" })
    expect(await stripe.refunds.create({ payment_intent: intent.id })).toMatchObject({ status: "succeeded" })
  })

  it("keeps the account when it is started again", async () => {
    const { session } = await paid("p-8")
    await processor.stop()
    processor = await start()
    stripe = stripeAt(processor.url)
    const read = await stripe.checkout.sessions.retrieve(session.id)
    expect(read).toMatchObject({ payment_status: "paid", client_reference_id: "p-8" })
  })
})

describe("idempotency keys", () => {
  it("replays the first answer and refuses other parameters", async () => {
    const idempotencyKey = "key-1"
    const first = await stripe.checkout.sessions.create(sessionFor("i-1"), { idempotencyKey })
    const again = await stripe.checkout.sessions.create(sessionFor("i-1", { expires_at: first.expires_at }), {
      idempotencyKey,
    })
    expect(again).toEqual(first)
    expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true")
    const other = await refusal(stripe.checkout.sessions.create(sessionFor("i-2"), { idempotencyKey }))
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    const elsewhere = await refusal(stripe.refunds.create({ payment_intent: "pi_1" }, { idempotencyKey }))
    expect(elsewhere.message).toContain("same endpoint")
  })

  it("refuses the key of a request that is in progress", async () => {
    await command(processor.url, "/faults", { kind: "late", delayMs: 1_500, containing: "i-3" })
    const parameters = sessionFor("i-3")
    const options = { idempotencyKey: "key-3" }
    const slow = stripe.checkout.sessions.create(parameters, options)
    await expect
      .poll(async () => JSON.stringify(await command(processor.url, "/state", {}, "GET")))
      .toContain("i-3")
    const second = await refusal(stripe.checkout.sessions.create(parameters, options))
    expect(second).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" })
    const created = await slow
    expect(await stripe.checkout.sessions.create(parameters, options)).toEqual(created)
  })
})

describe("outages", () => {
  const create = (reference: string) =>
    stripe.checkout.sessions.create(sessionFor(reference), { idempotencyKey: `key-${reference}` })
  const sessions = async (reference: string) => {
    const state = stateSchema.parse(await command(processor.url, "/state", {}, "GET"))
    return state.sessions.filter(({ client_reference_id: id }) => id === reference)
  }

  it.each(["unavailable", "rate_limited", "garbage"])("%s: nothing happened", async (kind) => {
    await command(processor.url, "/faults", { kind, containing: kind })
    await refusal(create(kind))
    expect(await sessions(kind)).toEqual([])
    await create(kind)
    expect(await sessions(kind)).toHaveLength(1)
  })

  it("hangs until the client gives up, and nothing happened", async () => {
    await command(processor.url, "/faults", { kind: "hangs", containing: "hangs" })
    const impatient = stripeAt(processor.url, { timeout: 300 })
    expect(await refusal(impatient.checkout.sessions.create(sessionFor("hangs")))).toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    )
    expect(await sessions("hangs")).toEqual([])
  })

  it("loses an answer: the same key finds what happened", async () => {
    // The SDK repeats a lost connection once.
    await command(processor.url, "/faults", { kind: "lost", containing: "lost", times: 2 })
    const parameters = sessionFor("lost")
    const options = { idempotencyKey: "key-lost" }
    expect(await refusal(stripe.checkout.sessions.create(parameters, options))).toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    )
    const found = await stripe.checkout.sessions.create(parameters, options)
    expect(await sessions("lost")).toMatchObject([{ id: found.id }])
  })

  it("fails after the request was carried out, and replays the failure", async () => {
    await command(processor.url, "/faults", { kind: "fails_after", containing: "after-1" })
    const parameters = sessionFor("after-1")
    const options = { idempotencyKey: "key-after-1" }
    expect((await refusal(stripe.checkout.sessions.create(parameters, options))).statusCode).toBe(500)
    expect((await refusal(stripe.checkout.sessions.create(parameters, options))).statusCode).toBe(500)
    expect(await sessions("after-1")).toHaveLength(1)
  })
})
