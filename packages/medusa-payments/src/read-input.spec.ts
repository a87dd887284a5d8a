import { z } from "@medusajs/framework/zod"
import { describe, expect, it } from "vitest"
import OutboxService from "./modules/outbox/service"
import { readBody, readPluginOptions } from "./read-input"

it("a body that cannot be read is a problem with a code, which names each field", () => {
  const schema = z.strictObject({ reason: z.string("Say why."), refund: z.object({ amount: z.number() }) })
  expect(() => readBody(schema, { refund: { amount: "1" } })).toThrow(
    expect.objectContaining({
      type: "invalid_data",
      code: "invalid_body",
      message: "reason: Say why.; refund.amount: Invalid input: expected number, received string",
    }),
  )
})

it("a body that is missing is a problem with a code as well", () => {
  expect(() => readBody(z.object({}), undefined)).toThrow(expect.objectContaining({ code: "invalid_body" }))
})

it("the connection that Medusa adds to the options of a module is no option of it", () => {
  const schema = z.strictObject({ limit: z.number().default(3) })
  expect(readPluginOptions("a-plugin", schema, { limit: 4, database: {} })).toEqual({ limit: 4 })
  expect(readPluginOptions("a-plugin", schema, undefined)).toEqual({ limit: 3 })
})

describe("the options of medusa-payments", () => {
  const started = (options: unknown) => (): unknown =>
    Reflect.construct(OutboxService, [{ __pg_connection__: null, logger: console }, options])

  it.each([
    [{ alertafter: 6 }, "there is no option alertafter: did you mean alertAfter?"],
    [{ alertAfter: "6" }, "Invalid input: expected number, received string\n  → at alertAfter"],
    [{ alertAfter: 1 }, "→ at alertAfter"],
    ["6", "expected object, received string"],
  ])("are refused with %j in a sentence", (options, sentence) => {
    expect(started(options)).toThrow(`The options of medusa-payments are wrong.`)
    expect(started(options)).toThrow(sentence)
  })

  it("need not be given", () => {
    for (const options of [undefined, {}, { alertAfter: 2, database: {} }])
      expect(started(options)).not.toThrow()
  })
})
