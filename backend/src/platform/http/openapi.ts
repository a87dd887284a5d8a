import { STATUS_CODES } from "node:http"
import {
  agreementSchema,
  CART_HEADER,
  cartIdSchema,
  daySchema,
  emailSchema,
  IDEMPOTENCY_HEADER,
  idempotencyKeySchema,
  instantSchema,
  numberOrTextSchema,
  PROBLEM_TYPE,
  problemSchema,
  webAddressSchema,
} from "@shop/contracts"
import * as z from "zod/v4/core"
import type { RouteDefinition } from "./routes"

const WRITE_REJECTIONS = [400, 403, 413, 415, 429]

export function openApiDocument(routes: readonly RouteDefinition[]) {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: operation(route) }
  return {
    openapi: "3.1.0",
    info: {
      title: "The shop's API",
      version: "1",
      description:
        "Money is a decimal string in pounds. Every error is `application/problem+json` (RFC 9457).",
    },
    paths,
    components: { schemas: { Problem: jsonSchema(problemSchema, "output") } },
  }
}

function operation({
  method,
  path,
  summary,
  query,
  body,
  answer,
  status = 200,
  rejections = [],
  needsCart,
  takesKey,
  rateLimit,
}: RouteDefinition) {
  const isWrite = method !== "get"
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => parameter("path", name ?? "", { type: "string" })),
    ...(needsCart ? [parameter("header", CART_HEADER, jsonSchema(cartIdSchema, "input"))] : []),
    ...(takesKey
      ? [
          {
            ...parameter("header", IDEMPOTENCY_HEADER, jsonSchema(idempotencyKeySchema, "input")),
            required: false,
          },
        ]
      : []),
    ...(query ? queryParameters(query) : []),
  ]
  const statuses = [
    ...new Set([...rejections, ...(isWrite ? WRITE_REJECTIONS : []), ...(rateLimit ? [429] : [])]),
  ].sort((a, b) => a - b)
  return {
    summary,
    parameters,
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: jsonSchema(body, "input") } } },
    }),
    responses: {
      [status]: success(answer),
      ...Object.fromEntries(statuses.map((code) => [code, rejection(code)])),
    },
  }
}

function success(answer: RouteDefinition["answer"]) {
  const schema = answer === undefined ? { type: "object" } : jsonSchema(answer, "output")
  return { description: "Done", content: { "application/json": { schema } } }
}

function rejection(status: number) {
  const schema = { $ref: "#/components/schemas/Problem" }
  return { description: STATUS_CODES[status] ?? "Error", content: { [PROBLEM_TYPE]: { schema } } }
}

function queryParameters(query: z.$ZodObject) {
  return Object.entries(query._zod.def.shape).map(([name, schema]) => ({
    ...parameter("query", name, jsonSchema(schema, "input")),
    required: false,
  }))
}

function parameter(where: "path" | "query" | "header", name: string, schema: object) {
  return { name, in: where, required: true, schema }
}

/** What the contract checks by a regular expression or a function, in JSON Schema's own words. */
const WRITTEN_OUT = new Map<z.$ZodType, object>([
  [instantSchema, { format: "date-time" }],
  [daySchema, { format: "date" }],
  [webAddressSchema, { format: "uri" }],
  [emailSchema, { format: "email" }],
  [agreementSchema, { const: true }],
  [numberOrTextSchema, { anyOf: [{ type: "number" }, { type: "string" }] }],
])

/** The JSON Schema of what a schema accepts (`input`) or returns (`output`), without rules that JSON Schema cannot express. */
function jsonSchema(schema: z.$ZodType, io: "input" | "output"): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema: written }) => void Object.assign(written, WRITTEN_OUT.get(zodSchema)),
  })
  return rest
}
