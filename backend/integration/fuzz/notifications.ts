import { createHmac } from "node:crypto"
import fc from "fast-check"
import { WEBHOOK_SECRET } from "../../../sandbox/src/testing/card-client"
import { HOSTILE, type FuzzRequest } from "./requests"

const CALL = {
  method: "POST",
  path: "/api/webhooks/stripe",
  query: {},
  headers: {},
  body: null,
  rejections: [],
}

const KINDS = ["checkout.session", "payment_intent", "charge", "refund", "dispute", "customer"]
const id = (prefix: string) => fc.nat({ max: 50 }).map((n) => `${prefix}_${String(n)}`)

/** A notification as Stripe sends it, of objects that the shop does not know. */
const events = fc
  .record({ id: id("evt"), kind: fc.constantFrom(...KINDS), objectId: id("obj"), payment: id("pi") })
  .map(({ id, kind, objectId, payment }) => ({
    id,
    object: "event",
    type: `${kind}.updated`,
    data: { object: { id: objectId, object: kind, payment_intent: payment } },
  }))

/** The whole event, its data, its object, or one field of one of them is something else. */
const twisted = fc
  .tuple(events, fc.constantFrom("", "id", "type", "data", "object", "object.id", "object.kind"), HOSTILE)
  .map(([event, part, value]): unknown => {
    const { object } = event.data
    switch (part) {
      case "":
        return value
      case "object":
        return { ...event, data: { object: value } }
      case "object.id":
        return { ...event, data: { object: { ...object, id: value, payment_intent: value } } }
      case "object.kind":
        return { ...event, data: { object: { ...object, object: value } } }
      default:
        return { ...event, [part]: value }
    }
  })

const bodies = fc.oneof(
  events.map((event) => JSON.stringify(event)),
  twisted.map((event) => JSON.stringify(event)),
  fc.constantFrom("", "{", "null", "\0", '{"id":"evt_\0"}', "<html>", "[".repeat(5000), "\ufeff{}"),
  fc.string({ unit: "binary", maxLength: 200 }),
)

const sign = (body: string, at = Date.now()): string => {
  const seconds = Math.floor(at / 1000)
  const digest = createHmac("sha256", WEBHOOK_SECRET)
    .update(`${String(seconds)}.${body}`)
    .digest("hex")
  return `t=${String(seconds)},v1=${digest}`
}

const now = () => `t=${String(Math.floor(Date.now() / 1000))}`
/** Signatures that are none, by what they are. Headers carry no other characters. */
const FORGERIES: Record<string, (body: string) => string> = {
  "an empty signature": () => `${now()},v1=`,
  "no time": (body) => sign(body).replace(/^t=\d+,/, ""),
  "an old time": (body) => sign(body, Date.now() - 3_600_000),
  "another body's signature": (body) => sign(`${body} `),
  "a short signature": () => `${now()},v1=00`,
  "many signatures": () => `${now()}${",v1=ab".repeat(300)}`,
  "no list": () => "v1",
  nothing: () => "",
  "other characters": () => `${now()},v1=\u00ff\u00fe`,
}

/** Notifications to the shop: rightly signed ones, of which some say nonsense, and forged ones. */
export const notifications: fc.Arbitrary<{ isForged: boolean; request: FuzzRequest }> = fc
  .tuple(bodies, fc.option(fc.constantFrom(...Object.keys(FORGERIES)), { freq: 3 }))
  .map(([body, forgery]) => ({
    isForged: forgery !== null,
    request: {
      call: CALL,
      caller: "anonymous",
      method: "POST",
      target: CALL.path,
      headers: {
        "content-type": "application/json",
        "stripe-signature": forgery === null ? sign(body) : (FORGERIES[forgery]?.(body) ?? ""),
      },
      body,
      twist: forgery ?? "signed",
    },
  }))
