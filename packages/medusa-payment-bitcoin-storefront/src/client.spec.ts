import { afterEach, expect, test, vi } from "vitest"
import { createBitcoinPayments, BitcoinPaymentError } from "./client.js"
import { readPayment, type PaymentState } from "./payment.js"
import { isFinal, stageOf } from "./stages.js"
import { english, german } from "./texts.js"

const PAYMENT = {
  ...{
    state: "awaiting_payment",
    reasons: [],
    orderNumber: 7,
    address: "bcrt1q",
    uri: "bitcoin:bcrt1q?amount=0.0003",
  },
  ...{ price: "12.34", currency: "gbp", rate: "40000.00", amountSats: "30850", amountBtc: "0.00030850" },
  ...{ expiresAt: "2026-01-05T12:15:00.000Z", payableUntil: "2026-01-05T12:15:00.000Z" },
  ...{
    receivedSats: "0",
    remainingSats: "30850",
    surplusSats: "0",
    confirmations: 0,
    requiredConfirmations: 1,
  },
  ...{ isPaidByLightning: false, lightning: null, transactions: [], answeredAt: "2026-01-05T12:00:00.000Z" },
}
const answerOf = (state: PaymentState) => ({ ...PAYMENT, state })

class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []
  isClosed = false
  constructor(readonly url: string) {
    super()
    FakeEventSource.opened.push(this)
  }
  close() {
    this.isClosed = true
  }
  send(state: PaymentState) {
    this.dispatchEvent(new MessageEvent("payment", { data: JSON.stringify(answerOf(state)) }))
  }
}

/** A browser whose requests are answered in turn. */
function browser(...answers: readonly (Response | Error)[]) {
  FakeEventSource.opened = []
  const page = Object.assign(new EventTarget(), { visibilityState: "visible", hidden: false })
  vi.stubGlobal("document", page)
  vi.stubGlobal("window", new EventTarget())
  vi.stubGlobal("navigator", {})
  vi.stubGlobal("EventSource", FakeEventSource)
  const waiting = [...answers]
  const ask = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(() => {
    const answer = waiting.shift() ?? new TypeError("No answer")
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  })
  vi.stubGlobal("fetch", ask)
  return ask
}
afterEach(() => {
  vi.unstubAllGlobals()
})

const paid = (state: PaymentState) => Response.json({ bitcoin_payment: answerOf(state) })
const payments = createBitcoinPayments("https://api.example.com/")

test("a payment is read at its order, whose id is escaped", async () => {
  const ask = browser(paid("seen"))
  expect(await payments.get("order/1")).toMatchObject({ state: "seen" })
  expect(ask.mock.calls[0]?.[0]).toBe("https://api.example.com/pay/bitcoin/order%2F1/payment")
})

test("an unknown order has no payment", async () => {
  browser(Response.json({ code: "no_invoice" }, { status: 404 }))
  expect(await payments.get("order_1")).toBeNull()
})

test.each([
  ["refused", Response.json({ code: "still_valid", message: "Wait." }, { status: 400 }), 400, "still_valid"],
  ["out of reach", new TypeError("fetch failed"), 0, null],
  ["no JSON", new Response("<h1>502</h1>", { status: 502 }), 0, null],
  ["of another version", Response.json({ bitcoin_payment: { ...PAYMENT, price: 12 } }), 200, null],
])("a new quote that is %s is an error with status and code", async (_what, answer, status, code) => {
  browser(answer)
  const error = await payments.renew("order_1").catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(BitcoinPaymentError)
  expect(error).toMatchObject({ status, code })
})

test("a payment is followed until nothing changes without staff, and then the stream is closed", async () => {
  browser(paid("awaiting_payment"))
  const states: PaymentState[] = []
  payments.follow("order_1", { onPayment: ({ state }) => states.push(state) })
  const [stream] = FakeEventSource.opened
  await vi.waitFor(() => expect(states).toEqual(["awaiting_payment"]))
  for (const state of ["seen", "expired", "confirmed", "seen"] as const) stream?.send(state)
  expect(states).toEqual(["awaiting_payment", "seen", "expired", "confirmed"])
  expect(stream?.isClosed).toBe(true)
})

test.each([
  ["the answer", () => paid("awaiting_payment")],
  ["that there is no payment, the answer", () => Response.json({}, { status: 404 })],
])("%s of a poll that comes after a newer message is not passed on", async (_what, late) => {
  const ask = browser()
  let answer: (response: Response) => void = () => {}
  ask.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  const states: (PaymentState | "missing")[] = []
  payments.follow("order_1", {
    onPayment: ({ state }) => states.push(state),
    onMissing: () => states.push("missing"),
  })
  const [stream] = FakeEventSource.opened
  stream?.send("seen")
  answer(late())
  await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce())
  await new Promise((resolve) => setTimeout(resolve))
  stream?.send("confirming")
  expect(states).toEqual(["seen", "confirming"])
})

test("an order without a payment is said once, and not followed", async () => {
  browser(Response.json({}, { status: 404 }))
  const onMissing = vi.fn<() => void>()
  payments.follow("order_1", { onPayment: () => expect.unreachable(), onMissing })
  await vi.waitFor(() => expect(onMissing).toHaveBeenCalledOnce())
  expect(FakeEventSource.opened[0]?.isClosed).toBe(true)
})

test("what arrives after stopping is not passed on", async () => {
  const ask = browser(paid("seen"))
  const stop = payments.follow("order_1", { onPayment: () => expect.unreachable() })
  stop()
  await ask.mock.results[0]?.value
  FakeEventSource.opened[0]?.send("seen")
  expect(FakeEventSource.opened[0]?.isClosed).toBe(true)
})

test("an answer that lacks a field, or has an unknown state, is refused with its name", () => {
  for (const field of Object.keys(PAYMENT)) {
    const { [field]: _, ...rest } = PAYMENT as Record<string, unknown>
    expect(() => readPayment(rest), field).toThrow(field)
  }
  expect(() => readPayment({ ...PAYMENT, state: "new" })).toThrow("state")
})

test("each state has its stage and its texts in both languages; money after the end is late", () => {
  expect(stageOf({ state: "expired", receivedSats: "1" })).toBe("late")
  expect(stageOf({ state: "expired", receivedSats: "0" })).toBe("expired")
  expect(Object.keys(german.stages).sort()).toEqual(Object.keys(english.stages).sort())
  expect(Object.keys(german.reasons).sort()).toEqual(Object.keys(english.reasons).sort())
})

test.each<[PaymentState, boolean]>([
  ["expired", false],
  ["review", false],
  ["confirmed", true],
  ["cancelled", true],
  ["refunded", true],
])("%s is final: %s", (state, isLast) => {
  expect(isFinal({ state })).toBe(isLast)
})
