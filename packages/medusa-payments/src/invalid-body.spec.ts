import { z } from "@medusajs/framework/zod"
import { expect, it } from "vitest"
import { invalidBody } from "./invalid-body"

it("a body that cannot be read is a problem with a code, which names each field", () => {
  const schema = z.strictObject({ reason: z.string("Say why."), refund: z.object({ amount: z.number() }) })
  const read = schema.safeParse({ refund: { amount: "1" } })
  expect(read.error && invalidBody(read.error)).toMatchObject({
    type: "invalid_data",
    code: "invalid_body",
    message: "reason: Say why.; refund.amount: Invalid input: expected number, received string",
  })
})
