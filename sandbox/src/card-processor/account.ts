import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type Stripe from "stripe"
import { z } from "zod"
import { noSuch } from "./api-error.js"
import type { SessionParameters } from "./parameters.js"

export const API_VERSION = "2026-10-28.endive"

/** What a session was created with: the API does not return all of it. */
interface SessionRequest {
  /** The session */
  id: string
  parameters: SessionParameters
}

/** The card that a buyer used last for a payment intent, which Stripe's objects do not tell. */
export interface Attempt {
  /** The payment intent */
  id: string
  cardNumber: string
  wallet?: "apple_pay" | "google_pay"
}

/** Something that happens at a later time. */
export interface Task {
  id: string
  /** Milliseconds since 1970 */
  dueAt: number
  kind: "settle" | "book" | "dispute" | "finish_refund"
  /** The payment intent or the refund */
  subject: string
}

interface Records {
  sessions: Stripe.Checkout.Session
  intents: Stripe.PaymentIntent
  charges: Stripe.Charge
  refunds: Stripe.Refund
  disputes: Stripe.Dispute
  bookings: Stripe.BalanceTransaction
  events: Stripe.Event
  requests: SessionRequest
  attempts: Attempt
  tasks: Task
}

const KINDS = [
  "sessions",
  "intents",
  "charges",
  "refunds",
  "disputes",
  "bookings",
  "events",
  "requests",
  "attempts",
  "tasks",
] as const satisfies readonly (keyof Records)[]

type Listener = (event: Stripe.Event) => void

/** The merchant's account: every object, in the order of creation. With a data folder it survives a restart. */
export class Account {
  readonly sessions = new Map<string, Stripe.Checkout.Session>()
  readonly intents = new Map<string, Stripe.PaymentIntent>()
  readonly charges = new Map<string, Stripe.Charge>()
  readonly refunds = new Map<string, Stripe.Refund>()
  readonly disputes = new Map<string, Stripe.Dispute>()
  readonly bookings = new Map<string, Stripe.BalanceTransaction>()
  readonly events = new Map<string, Stripe.Event>()
  readonly requests = new Map<string, SessionRequest>()
  readonly attempts = new Map<string, Attempt>()
  readonly tasks = new Map<string, Task>()
  private readonly listeners: Listener[] = []

  constructor(private readonly dataDir?: string) {
    if (dataDir !== undefined) this.load(join(dataDir, "account.json"))
  }

  /** The object with this id, whatever its kind. */
  find(id: string): object | undefined {
    return KINDS.slice(0, 7)
      .map((kind) => this[kind].get(id))
      .find((found) => found !== undefined)
  }

  /** @throws ApiError (404) */
  session(id: string, param = "session"): Stripe.Checkout.Session {
    return this.sessions.get(id) ?? fail(noSuch("checkout.session", id, param))
  }

  /** @throws ApiError (404) */
  intent(id: string, param = "intent"): Stripe.PaymentIntent {
    return this.intents.get(id) ?? fail(noSuch("payment_intent", id, param))
  }

  /** @throws ApiError (404) */
  charge(id: string, param = "charge"): Stripe.Charge {
    return this.charges.get(id) ?? fail(noSuch("charge", id, param))
  }

  /** @throws ApiError (404) */
  refund(id: string): Stripe.Refund {
    return this.refunds.get(id) ?? fail(noSuch("refund", id, "refund"))
  }

  /** @throws ApiError (404) */
  dispute(id: string): Stripe.Dispute {
    return this.disputes.get(id) ?? fail(noSuch("dispute", id, "dispute"))
  }

  /** The session that a payment intent belongs to. */
  sessionOf(intentId: string): Stripe.Checkout.Session | undefined {
    return [...this.sessions.values()].find(({ payment_intent: intent }) => idOf(intent) === intentId)
  }

  /** The dispute of a charge that the bank has not decided, or has decided against the shop. */
  openDisputeOf(chargeId: string): Stripe.Dispute | undefined {
    return [...this.disputes.values()].find(
      ({ charge, status }) => idOf(charge) === chargeId && status !== "won",
    )
  }

  schedule(kind: Task["kind"], subject: string, afterMs: number): void {
    const task: Task = { id: newId("task"), kind, subject, dueAt: Date.now() + afterMs }
    this.tasks.set(task.id, task)
  }

  /** Removes and returns what is due, the earliest first. */
  takeDueTasks(now = Date.now()): Task[] {
    const due = [...this.tasks.values()].filter(({ dueAt }) => dueAt <= now)
    for (const { id } of due) this.tasks.delete(id)
    return due.sort((a, b) => a.dueAt - b.dueAt)
  }

  onEvent(listener: Listener): void {
    this.listeners.push(listener)
  }

  /** Stores an event with a copy of the object as it is now, and tells the listeners. */
  emit(type: Stripe.Event["type"], object: object): void {
    // The SDK's union pairs each type with its object, which a function over all types cannot express.
    const event = eventSchema.parse({
      id: newId("evt"),
      object: "event",
      api_version: API_VERSION,
      created: seconds(),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    })
    this.events.set(event.id, event)
    this.save()
    for (const listener of this.listeners) listener(event)
  }

  /** Writes everything to the data folder, if there is one. */
  save(): void {
    if (this.dataDir === undefined) return
    mkdirSync(this.dataDir, { recursive: true })
    const file = join(this.dataDir, "account.json")
    const records = Object.fromEntries(KINDS.map((kind) => [kind, [...this[kind].values()]]))
    writeFileSync(`${file}.new`, JSON.stringify(records))
    renameSync(`${file}.new`, file)
  }

  private load(file: string): void {
    if (!existsSync(file)) return
    const stored = recordsSchema.parse(JSON.parse(readFileSync(file, "utf8")))
    for (const kind of KINDS) fill(this[kind], stored[kind])
  }
}

const record = <T extends { id: string }>() =>
  z.array(z.custom<T>((value) => z.object({ id: z.string() }).safeParse(value).success))
const eventSchema = z.custom<Stripe.Event>()
const recordsSchema = z.object({
  sessions: record<Stripe.Checkout.Session>(),
  intents: record<Stripe.PaymentIntent>(),
  charges: record<Stripe.Charge>(),
  refunds: record<Stripe.Refund>(),
  disputes: record<Stripe.Dispute>(),
  bookings: record<Stripe.BalanceTransaction>(),
  events: record<Stripe.Event>(),
  requests: record<SessionRequest>(),
  attempts: record<Attempt>(),
  tasks: record<Task>(),
})

function fill(map: Map<string, { id: string }>, values: readonly { id: string }[]): void {
  for (const value of values) map.set(value.id, value)
}

function fail(error: Error): never {
  throw error
}

/** The id in a field that the API may expand. */
export const idOf = (reference: string | { id: string } | null) =>
  typeof reference === "object" && reference !== null ? reference.id : (reference ?? "")

/** Seconds since 1970, as in every field of the API. */
export const seconds = (ms = Date.now()) => Math.floor(ms / 1000)

/** Stripe's ids are long; a column that is too short for them must fail here. */
export const newId = (prefix: string, length = 24) =>
  `${prefix}_${randomBytes(length).toString("base64url").replace(/[-_]/g, "0").slice(0, length)}`
