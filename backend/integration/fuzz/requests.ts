import fc from "fast-check"
import type { Call } from "./calls"
import { valuesOf, type KnownValues } from "./json-schema"

export type Caller = "anonymous" | "shopper" | "buyer" | "staff" | "forger"

/** One request. Values in `@…@` are filled in when it is sent: see `records.ts`. */
export interface FuzzRequest {
  call: Call
  caller: Caller
  method: string
  target: string
  headers: Record<string, string>
  body: string | null
  /** How it differs from a valid request; empty for a valid one. */
  twist: string
}

const record = (pool: string) => fc.nat({ max: 9999 }).map((index) => `@${pool}:${String(index)}@`)
const text = (...choices: string[]) => fc.constantFrom(...choices)

/** Values that a schema does not tell. */
const KNOWN: Record<string, fc.Arbitrary<unknown>> = {
  cartId: record("carts"),
  "x-cart-id": record("carts"),
  productId: record("products"),
  email: fc.nat({ max: 500 }).map((n) => `buyer-${String(n)}@example.com`),
  name: text("Ada Lovelace", "Zoë O’Neil-Ångström", "李小龙"),
  address: fc.oneof(text("12 St James's Square"), record("receivingAddresses")),
  city: text("London", "York"),
  postcode: text("SW1Y 4JH", "sw1y4jh", "YO1 7AA"),
  phone: text("07700 900123", "+44 7700 900123"),
  shippingMethod: text("standard", "standard", "standard", "special"),
  shippingCost: fc.constantFrom(0, "0", "0.00"),
  total: fc.constant("@total@"),
  quantity: fc.integer({ min: 1, max: 4 }),
  client: record("clients"),
  csv: text("sku,stock\r\nUNKNOWN-1,5", "title\r\nHoney"),
  cursor: text("", "abc"),
  limit: fc.integer({ min: 1, max: 50 }),
}
const knownValues: KnownValues = (field) => KNOWN[field]

/** The records that an id in a path names, by the segment before it. */
function pathRecord(call: Call, segment: string): fc.Arbitrary<string> {
  if (segment === "cart") return record(call.method === "GET" ? "carts" : "cartLines")
  if (segment === "products" && call.path.startsWith("/api/")) return record("slugs")
  return record(segment)
}

function targetOf(call: Call): fc.Arbitrary<string> {
  const segments = call.path.split("/")
  const parts = segments.map((segment, at) =>
    segment.startsWith("{") ? pathRecord(call, segments[at - 1] ?? "") : fc.constant(segment),
  )
  const query = Object.fromEntries(
    Object.entries(call.query).map(([name, schema]) => [name, valuesOf(schema, knownValues, name)]),
  )
  return fc.tuple(fc.tuple(...parts), fc.record(query, { requiredKeys: [] })).map(([path, given]) => {
    const pairs = Object.entries(given).map(([name, value]) => `${name}=${encode(asText(value))}`)
    return path.join("/") + (pairs.length === 0 ? "" : `?${pairs.join("&")}`)
  })
}

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value))

/** Any character, also a lone surrogate. */
export const percentEncoded = (character: string) =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")

/** Encodes all but `@…@`. */
const encode = (value: string) => value.replaceAll(/[^\w@:.~-]/gu, percentEncoded)

function callersOf({ path }: Call): fc.Arbitrary<Caller> {
  const weigh = (caller: Caller, weight: number) => ({ arbitrary: fc.constant(caller), weight })
  if (path.startsWith("/admin/"))
    return fc.oneof(weigh("staff", 16), weigh("anonymous", 1), weigh("shopper", 1), weigh("forger", 2))
  return path.startsWith("/api/orders/{id}")
    ? fc.oneof(weigh("buyer", 16), weigh("anonymous", 1), weigh("shopper", 1), weigh("forger", 1))
    : fc.oneof(weigh("anonymous", 8), weigh("shopper", 8), weigh("forger", 1), weigh("staff", 1))
}

function validRequests(call: Call): fc.Arbitrary<FuzzRequest> {
  const headers = Object.fromEntries(
    Object.entries(call.headers).map(([name, schema]) => [name, valuesOf(schema, knownValues, name)]),
  )
  return fc
    .record({
      caller: callersOf(call),
      target: targetOf(call),
      headers: fc.record(headers, { requiredKeys: "x-cart-id" in headers ? ["x-cart-id"] : [] }),
      body: call.body ? valuesOf(call.body, knownValues) : fc.constant(undefined),
    })
    .map(({ caller, target, headers: given, body }) => ({
      call,
      caller,
      method: call.method,
      target,
      headers: {
        ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, asText(value)])),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      twist: "",
    }))
}

/** Values of the wrong kind, size or alphabet. None contains what an answer must not: stacks, SQL errors, paths of ours. */
export const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, 0, -1, 0.1, 1e308, 9007199254740992, -2147483649, "", " ", "NaN", "null", "-0", "1e9"],
    ...[
      "\0",
      "a\0b",
      "\ud800",
      "\u202e",
      "😀".repeat(50),
      "a".repeat(5000),
      "%00",
      "%2e%2e%2f",
      "../../../x",
    ],
    ...["' or 1=1 --", '"; drop table "order"; --', "${7*7}", "{{7*7}}", "<script>alert(1)</script>"],
    ...["a\r\nset-cookie: x=1", "2026-13-45", "0000-00-00", "=1+1", "*", "%", "\\", "@total@"],
  ),
  fc.constantFrom<unknown>(
    [],
    {},
    [[[[[[]]]]]],
    { __proto__: null, constructor: { prototype: {} } },
    { $ne: null },
  ),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
)

const TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "image/png",
]

type Twist = (request: FuzzRequest) => fc.Arbitrary<FuzzRequest>

const parsed = (body: string | null): Record<string, unknown> => {
  const value: unknown = body === null ? {} : JSON.parse(body)
  return typeof value === "object" && value !== null ? { ...value } : {}
}
const withBody = (request: FuzzRequest, body: string, type = "application/json"): FuzzRequest => ({
  ...request,
  body,
  headers: { ...request.headers, "content-type": type },
})
const withQuery = (target: string, pair: string) => `${target}${target.includes("?") ? "&" : "?"}${pair}`

/** Each makes a valid request wrong, or at least unusual, in one way. */
const TWISTS: Record<string, Twist> = {
  "a field of the wrong kind": (request) => {
    const body = parsed(request.body)
    const names = [...Object.keys(body), "extra", "__proto__", "id"]
    return fc
      .tuple(fc.constantFrom(...names), HOSTILE)
      .map(([name, value]) =>
        withBody(request, JSON.stringify(Object.fromEntries([...Object.entries(body), [name, value]]))),
      )
  },
  "a missing field": (request) => {
    const entries = Object.entries(parsed(request.body))
    return fc
      .nat({ max: Math.max(0, entries.length - 1) })
      .map((left) =>
        withBody(request, JSON.stringify(Object.fromEntries(entries.filter((_, at) => at !== left)))),
      )
  },
  "another body": (request) => HOSTILE.map((value) => withBody(request, JSON.stringify(value))),
  "broken JSON": (request) =>
    fc.oneof(
      fc.nat({ max: 80 }).map((end) => withBody(request, (request.body ?? '{"a":1}').slice(0, end))),
      fc
        .constantFrom("{", "[".repeat(3000), `${"[".repeat(16_000)}${"]".repeat(16_000)}`, "\u0000", "{}{}")
        .map((raw) => withBody(request, raw)),
      fc.constant(withBody(request, `{"a":"${"x".repeat(40_000)}"}`)),
    ),
  "another content type": (request) =>
    fc.constantFrom(...TYPES).map((type) => withBody(request, request.body ?? "a=b", type)),
  "a hostile id": (request) => {
    const segments = request.call.path.split("/")
    const [path = ""] = request.target.split("?")
    return HOSTILE.map((value) => ({
      ...request,
      target: path
        .split("/")
        .map((part, at) => (segments[at]?.startsWith("{") ? encode(asText(value)) : part))
        .join("/"),
    }))
  },
  "a hostile query": (request) =>
    fc
      .oneof(
        fc
          .tuple(fc.constantFrom(...Object.keys(request.call.query), "fields", "limit", "id"), HOSTILE)
          .map(([name, value]) => `${name}=${encode(asText(value))}`),
        fc.constantFrom(...["a[b]=1", "limit[]=1", "limit=1&limit=2", "q[$ne]=1", "%E0%A4%A", "fields=*,+x"]),
        fc.constantFrom("=", "&&&", "a".repeat(2500)),
      )
      .map((pair) => ({ ...request, target: withQuery(request.target, pair) })),
  "another path": (request) =>
    fc
      .constantFrom("/", "//", "/%2e%2e/", "/../admin", "%00", "/.%2f", ";x=1", "?", "#")
      .map((tail) => ({ ...request, target: request.target + tail })),
  "another method": (request) =>
    fc
      .constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE")
      .map((method) => ({ ...request, method })),
  "a hostile header": (request) =>
    fc
      .tuple(
        fc.constantFrom(
          "cookie",
          "authorization",
          "x-cart-id",
          "idempotency-key",
          "x-forwarded-for",
          "accept",
          "x-request-id",
          "if-none-match",
          "range",
          "content-encoding",
          "origin",
          "x-order-id",
          "x-http-method-override",
        ),
        fc.constantFrom(
          "",
          "a".repeat(4000),
          "shop_session=%00",
          "Bearer x.y.z",
          "Basic ////",
          "null",
          "bytes=9-1",
          "gzip",
          "https://evil.test",
          "1, 2, 3",
          "GET",
          "\u00ff\u00fe",
          "{}",
          "127.0.0.1",
        ),
      )
      .map(([name, value]) => ({ ...request, headers: { ...request.headers, [name]: value } })),
}

/** Two of five requests are valid. */
export function requestsOf(calls: readonly Call[]): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...calls).chain((call) => {
    const twisted = fc
      .tuple(validRequests(call), fc.constantFrom(...Object.keys(TWISTS)))
      .chain(([request, twist]) => {
        const changed = TWISTS[twist]?.(request) ?? fc.constant(request)
        return changed.map((one) => ({ ...one, twist }))
      })
    return fc.oneof({ arbitrary: validRequests(call), weight: 2 }, { arbitrary: twisted, weight: 3 })
  })
}
