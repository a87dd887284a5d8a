import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type Stripe from "stripe"
import { z } from "zod"
import { writeAtomically } from "../process/write-atomically.js"
import { noSuch } from "./errors.js"
import type { SessionParameters } from "./parameters.js"

/*
 * Stripe's objects, with the fields that the shop, a test or a page of the sandbox reads. References are ids, unless a
 * request expands them.
 */

export interface Session extends Pick<
  Stripe.Checkout.Session,
  | "id"
  | "object"
  | "amount_total"
  | "cancel_url"
  | "client_reference_id"
  | "created"
  | "currency"
  | "expires_at"
  | "livemode"
  | "metadata"
  | "mode"
  | "payment_status"
  | "status"
  | "success_url"
  | "url"
> {
  payment_intent: string | null
}

export interface Intent extends Pick<
  Stripe.PaymentIntent,
  | "id"
  | "object"
  | "amount"
  | "amount_received"
  | "created"
  | "currency"
  | "description"
  | "metadata"
  | "status"
> {
  last_payment_error: { type: "card_error"; code: string; decline_code?: string; message: string } | null
  latest_charge: string | null
}

export interface Charge extends Pick<
  Stripe.Charge,
  | "id"
  | "object"
  | "amount"
  | "amount_captured"
  | "amount_refunded"
  | "created"
  | "currency"
  | "disputed"
  | "metadata"
  | "paid"
  | "refunded"
  | "status"
> {
  balance_transaction: string | null
  payment_intent: string
  payment_method_details: {
    type: "card"
    card: { brand: string; last4: string; wallet: { type: Wallet } | null }
  }
}

export interface Refund extends Pick<
  Stripe.Refund,
  "id" | "object" | "amount" | "created" | "currency" | "metadata" | "reason" | "status"
> {
  charge: string
  payment_intent: string
}

export interface Dispute extends Pick<
  Stripe.Dispute,
  "id" | "object" | "amount" | "created" | "currency" | "reason" | "status"
> {
  /** The money that the bank took, and what it returned. */
  balance_transactions: Booking[]
  charge: string
  evidence_details: Pick<Stripe.Dispute.EvidenceDetails, "due_by">
  payment_intent: string
}

/** A row of the account's balance: a payment or a dispute, with its fee */
type Booking = Pick<
  Stripe.BalanceTransaction,
  "id" | "object" | "amount" | "created" | "currency" | "fee" | "net"
>

export interface Event extends Pick<
  Stripe.Event,
  "id" | "object" | "api_version" | "created" | "livemode" | "type"
> {
  data: { object: { id: string } }
}

export type Wallet = "apple_pay" | "google_pay"

/** The card that a buyer used last for a payment intent, which Stripe's objects do not tell. */
interface Attempt {
  /** The payment intent */
  id: string
  cardNumber: string
  wallet?: Wallet
}

/** Something that happens at a later time. */
interface Task {
  id: string
  /** Milliseconds since 1970 */
  dueAt: number
  kind: "settle" | "book" | "dispute" | "finish_refund"
  /** The charge, the payment intent or the refund */
  subject: string
}

export const API_VERSION = "2026-10-28.endive"

/** The merchant's account: every object, in the order of creation. With a data folder it survives a restart. */
export class Account {
  readonly sessions = new Map<string, Session>()
  readonly intents = new Map<string, Intent>()
  readonly charges = new Map<string, Charge>()
  readonly refunds = new Map<string, Refund>()
  readonly disputes = new Map<string, Dispute>()
  readonly bookings = new Map<string, Booking>()
  readonly events = new Map<string, Event>()
  /** What sessions were created with, by their ids: the API does not return all of it */
  readonly requests = new Map<string, { id: string; parameters: SessionParameters }>()
  readonly attempts = new Map<string, Attempt>()
  private readonly tasks = new Map<string, Task>()
  private readonly file: string | undefined

  /** @param onEvent called with each new event */
  constructor(
    dataDir: string | undefined,
    private readonly onEvent: (event: Event) => void,
  ) {
    if (dataDir === undefined) return
    mkdirSync(dataDir, { recursive: true })
    this.file = join(dataDir, "account.json")
    if (!existsSync(this.file)) return
    const stored = storedSchema.parse(JSON.parse(readFileSync(this.file, "utf8")))
    const records: Readonly<Record<string, Map<string, { id: string }>>> = this.records
    for (const [kind, map] of Object.entries(records))
      for (const object of stored[kind] ?? []) map.set(object.id, object)
  }

  private get records() {
    const { sessions, intents, charges, refunds, disputes, bookings, events, requests, attempts, tasks } =
      this
    return { sessions, intents, charges, refunds, disputes, bookings, events, requests, attempts, tasks }
  }

  /** Writes everything to the data folder, if there is one. */
  save(): void {
    if (this.file === undefined) return
    const lists = Object.entries(this.records).map(([kind, map]) => [kind, [...map.values()]])
    writeAtomically(this.file, JSON.stringify(Object.fromEntries(lists)))
  }

  /** @throws ApiError (404) */
  session(id: string): Session {
    return this.sessions.get(id) ?? noSuch("checkout.session", id, "session")
  }

  /** @throws ApiError (404) */
  intent(id: string): Intent {
    return this.intents.get(id) ?? noSuch("payment_intent", id, "intent")
  }

  /** @throws ApiError (404) */
  charge(id: string | null): Charge {
    return this.charges.get(id ?? "") ?? noSuch("charge", String(id), "charge")
  }

  sessionOf(intentId: string): Session | undefined {
    return [...this.sessions.values()].find((session) => session.payment_intent === intentId)
  }

  schedule(kind: Task["kind"], subject: string, afterMs: number): void {
    const task = { id: newId("task"), kind, subject, dueAt: Date.now() + afterMs }
    this.tasks.set(task.id, task)
  }

  /** Removes and returns what is due, the earliest first. */
  takeDueTasks(): Task[] {
    const due = [...this.tasks.values()].filter(({ dueAt }) => dueAt <= Date.now())
    for (const { id } of due) this.tasks.delete(id)
    return due.sort((a, b) => a.dueAt - b.dueAt)
  }

  /** Stores an event with a copy of the object as it is now. */
  emit(type: Stripe.Event["type"], object: { id: string }): void {
    const event: Event = {
      id: newId("evt"),
      object: "event",
      api_version: API_VERSION,
      created: seconds(),
      data: { object: structuredClone(object) },
      livemode: false,
      type,
    }
    this.events.set(event.id, event)
    this.save()
    this.onEvent(event)
  }
}

const storedSchema = z.record(z.string(), z.array(z.looseObject({ id: z.string() })))

/** Seconds since 1970, as in every field of the API. */
export const seconds = () => Math.floor(Date.now() / 1000)

/** Stripe's ids are long; a column that is too short for them must fail here. */
export const newId = (prefix: string, length = 24) =>
  `${prefix}_${randomBytes(length).toString("base64url").replace(/[-_]/g, "0").slice(0, length)}`

export function newBooking({ amount, currency, fee }: Pick<Booking, "amount" | "currency" | "fee">): Booking {
  const id = newId("txn")
  return { id, object: "balance_transaction", amount, created: seconds(), currency, fee, net: amount - fee }
}
