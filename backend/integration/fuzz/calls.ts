import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { ORDER_LISTS } from "@shop/contracts/staff"
import { z } from "zod"
import { send } from "../harness/call"
import { PLAIN_FOOD } from "../harness/fixtures"
import { BACKEND_DIR } from "../harness/settings"
import { STAFF_ACTIONS } from "../../src/modules/bitcoin-payment/src/domain/action-forms"
import { jsonSchema, type JsonSchema } from "./json-schema"

/** A call of the shop's HTTP API, as the fuzzer needs it. */
export interface Call {
  method: string
  /** Like `/api/cart/{id}`. */
  path: string
  query: Record<string, JsonSchema>
  headers: Record<string, JsonSchema>
  body: JsonSchema | null
  /** Documented error statuses. */
  rejections: number[]
}

const parameterSchema = z.object({ name: z.string(), in: z.string(), schema: jsonSchema })
const operationSchema = z.object({
  parameters: z.array(parameterSchema).default([]),
  requestBody: z
    .object({ content: z.object({ "application/json": z.object({ schema: jsonSchema }) }) })
    .optional(),
  responses: z.record(z.string(), z.unknown()),
})
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
})

/** Every call of /api, from the OpenAPI document that the backend serves. */
export async function callsOfApi(backendUrl: string): Promise<Call[]> {
  const response = await send("/api/openapi.json", { backendUrl })
  const { paths } = documentSchema.parse(await response.json())
  return Object.entries(paths).flatMap(([route, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const inside = (where: string) =>
        Object.fromEntries(
          operation.parameters.filter((one) => one.in === where).map(({ name, schema }) => [name, schema]),
        )
      return {
        method: method.toUpperCase(),
        path: route,
        query: inside("query"),
        headers: inside("header"),
        body: operation.requestBody?.content["application/json"].schema ?? null,
        rejections: Object.keys(operation.responses)
          .map(Number)
          .filter((status) => status >= 400),
      }
    }),
  )
}

const day = z.iso.date()
const text = z.string().min(5).max(60)
const span = { from: z.literal("2026-01-01"), to: day }
const paging = { limit: z.int().min(1).max(100), offset: z.int().min(0).max(200) }
const facts = z.object({
  ...Object.fromEntries(Object.entries(PLAIN_FOOD).map(([name, value]) => [name, literally(value)])),
  storage: text,
})
const details = {
  name: z.literal("Bramble & Comb"),
  phone: z.literal("020 7946 0123"),
  registeredIn: z.literal("England and Wales"),
}

function literally(value: unknown): z.ZodType {
  if (Array.isArray(value)) return z.array(z.string()).max(0)
  if (typeof value === "object" && value !== null)
    return z.object(
      Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, literally(inner)])),
    )
  return value === null ? z.null() : z.literal(z.union([z.string(), z.number(), z.boolean()]).parse(value))
}

interface Input {
  query?: Record<string, z.ZodType>
  body?: z.core.$ZodType
}

/** What our own staff calls take. The OpenAPI document describes /api only. */
const STAFF_INPUTS: Record<string, Input> = {
  "POST /admin/payments/{id}/actions": {
    body: z.object({
      action: z.enum([...STAFF_ACTIONS, "poll", "refund", "close_case"]),
      idempotency_key: z.string().regex(/^[\w-]{8,64}$/),
      reason: text.nullable().optional(),
      refund: z.object({ amount: z.number().min(0.01).max(1_000_000) }).optional(),
      case_id: text.optional(),
    }),
  },
  "GET /admin/bitcoin-payments/overview": {},
  "GET /admin/bitcoin-payments/refund-batches": {},
  "GET /admin/bitcoin-payments/wallet": {},
  "GET /admin/orders/{id}/payments": {},
  "GET /admin/payment-review/orders/{id}": {},
  "GET /admin/payment-review/overview": {},
  "POST /admin/bitcoin-payments/refund-batches": {
    body: z.object({
      idempotency_key: z.string().regex(/^[a-z]{8,20}$/),
      fee_rate: z.int().min(1).max(500),
      refunds: z
        .array(z.object({ invoice_id: text, address: text, sats: z.string().regex(/^[1-9]\d{0,6}$/) }))
        .min(1)
        .max(5),
    }),
  },
  "POST /admin/bitcoin-payments/refund-batches/{id}": {
    body: z.union([
      z.object({ action: z.enum(["discard", "close"]) }),
      z.object({ action: z.literal("broadcast"), signed: text }),
    ]),
  },
  // With a gap limit one client, as all requests here, would get five addresses.
  "POST /admin/bitcoin-payments/wallet": { body: z.object({ action: z.literal("own_payment") }) },
  "GET /admin/payment-review/sales": { query: { from: day, to: day } },
  "GET /admin/business-details": {},
  "POST /admin/business-details": { body: z.object(details).partial() },
  "GET /admin/contact-messages": { query: { folder: z.enum(["inbox", "archived"]), ...paging } },
  "GET /admin/contact-messages/{id}": {},
  "DELETE /admin/contact-messages/{id}": {},
  "POST /admin/contact-messages/{id}/answers": { body: z.object({ text, requestKey: z.uuid() }) },
  "POST /admin/contact-messages/{id}/data-complaint": { body: z.object({ isDataComplaint: z.boolean() }) },
  "POST /admin/contact-messages/{id}/state": {
    body: z.object({ state: z.enum(["unread", "read", "archived"]) }),
  },
  "POST /admin/customers/{id}/erasure": {},
  "GET /admin/order-lists": {
    query: { list: z.enum(ORDER_LISTS), offset: z.coerce.number().int().min(0).max(100) },
  },
  "GET /admin/order-search": { query: { q: z.string().min(1).max(30) } },
  "GET /admin/orders/{id}/mails": {},
  "POST /admin/orders/{id}/mails/{mailId}/resend": { body: z.object({ requestKey: z.uuid() }) },
  "POST /admin/orders/{id}/dispatch": { body: z.object({ tracking: z.string().max(30) }) },
  "POST /admin/orders/{id}/pack": {},
  "GET /admin/orders/{id}/packing-slip": {},
  "GET /admin/orders/{id}/receipt": {},
  "POST /admin/orders/{id}/release": { body: z.object({ reason: text }) },
  "POST /admin/orders/{id}/withdrawal/settlement": { body: z.object({ reason: text }) },
  "POST /admin/parcels/preview": {
    body: z.object({ orders: z.array(z.string().min(1)).max(5), list: z.string().max(60) }),
  },
  "GET /admin/packing-slips": { query: { orders: z.string().min(1).max(50) } },
  "GET /admin/products/{id}/food-information": {},
  "POST /admin/products/{id}/food-information": {
    body: z.object({
      facts,
      badge: z.enum(["Organic", "New"]).nullable(),
      isFeatured: z.boolean(),
      vat: z.enum(["standard", "zero"]).nullable(),
      variants: z.array(z.string()).max(0),
      publish: z.boolean(),
    }),
  },
  "GET /admin/reports": { query: span },
  "GET /admin/reports/vat": { query: span },
  "GET /admin/reports/csv": { query: { ...span, table: z.enum(["sales", "sellers"]) } },
  "GET /admin/stock-overview": {
    query: { view: z.enum(["all", "low", "incomplete"]), q: z.string().max(20), ...paging },
  },
  "GET /admin/stock-overview/csv": {},
  "POST /admin/stock-overview/csv": {
    body: z.object({ csv: z.string().min(1), plan: z.string().optional() }),
  },
  "GET /admin/today": {},
  "GET /admin/unpaid-orders": {},
  "POST /admin/unpaid-orders/cancel": { body: z.object({ client: z.string().min(1).max(50) }) },
  "POST /admin/users/me/confirmation": { body: z.object({ password: z.string() }) },
  "POST /admin/users/me/password": { body: z.object({ password: z.string(), new_password: z.string() }) },
  "GET /admin/users/me/second-factor": {},
}

/** Our own calls of /admin. @throws Error for a route whose input is not described above */
export function callsOfStaff(): Call[] {
  const schema = (input: z.core.$ZodType) =>
    jsonSchema.parse(z.toJSONSchema(input, { io: "input", unrepresentable: "any" }))
  return staffRoutes().map((name) => {
    const input = STAFF_INPUTS[name]
    if (!input) throw new Error(`Describe what ${name} takes, in fuzz/calls.ts.`)
    const [method = "", route = ""] = name.split(" ")
    return {
      method,
      path: route,
      query: Object.fromEntries(
        Object.entries(input.query ?? {}).map(([field, inner]) => [field, schema(inner)]),
      ),
      headers: {},
      body: input.body ? schema(input.body) : null,
      rejections: [],
    }
  })
}

/** Like `GET /admin/reports`, from the folders of the routes. */
function staffRoutes(): string[] {
  return ["src/api/admin", "src/modules/bitcoin-payment/src/api/admin"]
    .flatMap((folder) => routesIn(path.join(BACKEND_DIR, folder)))
    .sort()
}

function routesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts")
    .flatMap((file) => {
      const source = readFileSync(path.join(folder, file), "utf8")
      const route = `/admin/${path.dirname(file)}`.replaceAll(/\[(\w+)\]/g, "{$1}")
      const methods = [...source.matchAll(/^export async function (GET|POST|PATCH|PUT|DELETE)\b/gm)]
      return methods.map(([, method = ""]) => `${method} ${route}`)
    })
}
