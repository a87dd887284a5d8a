import { createHmac } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { type Event, seconds } from "./account.js"

const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000
const KEEP_TRYING_MS = 3 * 24 * 60 * 60 * 1000
const TIMEOUT_MS = 10_000

/** What happens to events that match, in place of one delivery at once. The first rule that matches applies. */
export const ruleSchema = z.strictObject({
  action: z.enum(["drop", "hold", "delay", "duplicate"]),
  /** Text in the event: an order's id or a payment intent */
  containing: z.string().min(1).optional(),
  types: z.array(z.string()).optional(),
  delayMs: z.int().min(0).max(120_000).default(0),
  /** All copies have the same event id, as with Stripe */
  copies: z.int().min(2).max(10).default(2),
})
export type WebhookRule = z.output<typeof ruleSchema>

export interface Endpoint {
  url: string
  secret: string
}

interface Attempt {
  event: string
  type: string
  /** The status; 0 when there was no answer */
  status: number
  at: number
}

/** Delivers events to the shop, signed, with retries, and in disorder if a rule wants it. */
export class Webhooks {
  endpoint: Endpoint | undefined
  readonly attempts: Attempt[] = []
  private rules: WebhookRule[] = []
  private held: Event[] = []
  /** The first delivery of events that are sent at once, by the object's id */
  private readonly first = new Map<string, Promise<unknown>>()
  private readonly closing = new AbortController()

  addRule(rule: WebhookRule): void {
    this.rules.push(rule)
  }

  clearRules(containing?: string): void {
    this.rules = this.rules.filter((rule) => containing !== undefined && rule.containing !== containing)
  }

  send(event: Event): void {
    const text = JSON.stringify(event)
    const rule = this.rules.find(
      ({ containing = "", types }) =>
        text.includes(containing) && (types === undefined || types.includes(event.type)),
    )
    switch (rule?.action) {
      case "drop":
        return
      case "hold":
        this.held.push(event)
        return
      case "delay":
        void this.deliver(event, rule.delayMs)
        return
      case "duplicate":
        for (let copy = 0; copy < rule.copies; copy++) void this.deliver(event)
        return
      case undefined: {
        const { id } = event.data.object
        const first = this.attempt(event).then((isAccepted) => {
          this.first.delete(id)
          if (!isAccepted) void this.deliver(event, FIRST_RETRY_MS, FIRST_RETRY_MS)
        })
        this.first.set(id, first)
      }
    }
  }

  /** Delivers what was held, one after the other. */
  async release(order: "first_in_first_out" | "last_in_first_out", containing = ""): Promise<number> {
    const events = this.held.filter((event) => JSON.stringify(event).includes(containing))
    this.held = this.held.filter((event) => !events.includes(event))
    for (const event of order === "first_in_first_out" ? events : events.reverse()) await this.deliver(event)
    return events.length
  }

  /** Waits as Stripe does before it sends the buyer back: until the shop has answered, or ten seconds. */
  async firstDelivery(objectId: string): Promise<void> {
    await Promise.race([this.first.get(objectId), sleep(TIMEOUT_MS, undefined, { ref: false })])
  }

  close(): void {
    this.closing.abort()
  }

  /** Delivers an event until the shop accepts it. */
  async deliver(event: Event, afterMs = 0, retryMs = FIRST_RETRY_MS): Promise<void> {
    const { signal } = this.closing
    try {
      await sleep(afterMs, undefined, { signal })
      for (let wait = retryMs; !(await this.attempt(event)); wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
        if (Date.now() - event.created * 1000 > KEEP_TRYING_MS) return
        await sleep(wait, undefined, { signal })
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  /** @returns whether the shop answered 2xx, or there is no endpoint */
  private async attempt(event: Event): Promise<boolean> {
    if (this.endpoint === undefined) return true
    const payload = JSON.stringify(event, null, 2)
    const status = await post(this.endpoint, payload)
    this.attempts.push({ event: event.id, type: event.type, status, at: Date.now() })
    return status >= 200 && status < 300
  }
}

async function post({ url, secret }: Endpoint, payload: string): Promise<number> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": signatureOf(payload, secret),
        "user-agent": "Stripe/1.0 (sandbox)",
      },
      body: payload,
      redirect: "manual",
      // Not within AbortSignal.any: Node 20 forgets a timeout that only such a signal refers to.
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0 // no answer: it is tried again
  }
}

/** Stripe's scheme: the time of this attempt and a MAC over it and the raw body. */
function signatureOf(payload: string, secret: string): string {
  const at = seconds()
  const mac = createHmac("sha256", secret).update(`${at}.${payload}`).digest("hex")
  return `t=${at},v1=${mac}`
}
