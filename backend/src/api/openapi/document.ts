import { STATUS_CODES } from "node:http"
import {
  CART_HEADER,
  cartIdSchema,
  IDEMPOTENCY_HEADER,
  idempotencyKeySchema,
  PROBLEM_TYPE,
  problemSchema,
} from "@shop/contracts"
import * as z from "zod/v4/core"
import { CALLS, type Call } from "./calls"

/** What any writing call may meet. */
const REJECTIONS_OF_WRITES = [400, 403, 413, 415, 429]

/** OpenAPI 3.1 of /api, made from the same schemas that check the calls. */
export function openApiDocument() {
  const paths: Record<string, Record<string, object>> = {}
  for (const call of CALLS) paths[call.path] = { ...paths[call.path], [call.method]: operation(call) }
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
}: Call) {
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
  const statuses = [...new Set([...rejections, ...(isWrite ? REJECTIONS_OF_WRITES : [])])].sort(
    (a, b) => a - b,
  )
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

function success(answer: Call["answer"]) {
  const schema = answer === undefined ? { type: "object" } : jsonSchema(answer, "output")
  return { description: "Done", content: { "application/json": { schema } } }
}

function rejection(status: number) {
  const schema = { $ref: "#/components/schemas/Problem" }
  return { description: STATUS_CODES[status] ?? "Refused", content: { [PROBLEM_TYPE]: { schema } } }
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

/** What a schema takes (`input`) or gives (`output`); a rule that JSON Schema cannot say is left out. */
function jsonSchema(schema: z.$ZodType, io: "input" | "output"): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" })
  return rest
}
