import fc from "fast-check"
import { z } from "zod"

/** The parts of JSON Schema that our OpenAPI document uses. */
export interface JsonSchema {
  type?: string | undefined
  enum?: unknown[] | undefined
  const?: unknown
  anyOf?: JsonSchema[] | undefined
  oneOf?: JsonSchema[] | undefined
  properties?: Record<string, JsonSchema> | undefined
  required?: string[] | undefined
  items?: JsonSchema | undefined
  maxItems?: number | undefined
  format?: string | undefined
  pattern?: string | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  minimum?: number | undefined
  maximum?: number | undefined
}

export const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.looseObject({
    type: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown(),
    anyOf: z.array(jsonSchema).optional(),
    oneOf: z.array(jsonSchema).optional(),
    properties: z.record(z.string(), jsonSchema).optional(),
    required: z.array(z.string()).optional(),
    items: jsonSchema.optional(),
    maxItems: z.number().optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
  }),
)

/** Chooses values for fields that a schema cannot describe, such as ids that exist. Undefined: the schema is enough. */
export type KnownValues = (field: string) => fc.Arbitrary<unknown> | undefined

/** Values that fit a schema, as far as it describes them. @param field the name of the field with this schema */
export function valuesOf(schema: JsonSchema, known: KnownValues, field = ""): fc.Arbitrary<unknown> {
  const fromShop = known(field)
  if (fromShop) return fromShop
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, known, field)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === "object" || schema.properties) return objectsOf(schema, known)
  if (schema.type === "array")
    return fc.array(valuesOf(schema.items ?? {}, known, field), { maxLength: schema.maxItems ?? 4 })
  if (schema.type === "boolean") return fc.boolean()
  if (schema.type === "null") return fc.constant(null)
  const { minimum: min = 0, maximum: max = 1_000_000 } = schema
  if (schema.type === "integer") return fc.integer({ min: Math.max(min, -1e9), max: Math.min(max, 1e9) })
  if (schema.type === "number") return fc.double({ min, max, noNaN: true })
  return textsOf(schema)
}

function objectsOf(schema: JsonSchema, known: KnownValues): fc.Arbitrary<unknown> {
  const properties = schema.properties ?? {}
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, valuesOf(inner, known, name)]),
  )
  return fc.record(fields, { requiredKeys: schema.required ?? [] })
}

function textsOf({ format, pattern, minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> {
  if (format === "email") return fc.integer({ min: 0, max: 500 }).map((n) => `buyer-${String(n)}@example.com`)
  if (format === "uuid") return fc.uuid()
  if (format === "date") return DAYS
  if (format === "uri") return fc.webUrl()
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, minLength + 40) })
}

const DAYS = fc
  .date({ min: new Date("2025-06-01"), max: new Date("2026-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
