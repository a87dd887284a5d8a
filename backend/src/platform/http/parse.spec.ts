import { z } from "@medusajs/framework/zod"
import { expect, it } from "vitest"
import { parse } from "./parse"
import { Problem } from "./problem"

const schema = z.object({ name: z.string(), tags: z.array(z.string()).optional() })

it.each([
  ["a NUL", { name: "a\0b" }, "name"],
  ["a lone surrogate", { name: "\ud83d" }, "name"],
  ["one of them deep inside", { name: "Ada", tags: ["fine", "\udc00"] }, "tags.1"],
  ["one of them in a key", { name: "Ada", "\0": 1 }, ""],
])("rejects %s, which Postgres cannot store, with the field's name", (_, body, field) => {
  try {
    parse(schema, body)
    expect.unreachable()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    expect(error.status).toBe(400)
    expect(error.extras).toMatchObject({ errors: [{ field }] })
  }
})

it("rejects what is nested deeper than the call stack reaches", () => {
  const deep: unknown = JSON.parse("[".repeat(16_000) + "]".repeat(16_000))
  expect(() => parse(z.unknown(), { deep })).toThrow(Problem)
})

it("keeps every other text, also an emoji and a backslash before u0000", () => {
  const body = { name: "Zoë 🐝 \\u0000 \\ud83d", tags: [] }
  expect(parse(schema, body)).toEqual(body)
})
