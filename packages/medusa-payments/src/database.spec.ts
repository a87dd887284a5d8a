import { z } from "@medusajs/framework/zod"
import { expect, it } from "vitest"
import { fieldsOf } from "./database"

it("names every field that a schema declares, through lists, transforms and what may be missing", () => {
  const rate = z
    .array(z.object({ rate: z.coerce.number() }))
    .nullish()
    .transform((lines) => lines ?? [])
    .transform((lines) => lines.length)
  const order = z.object({
    id: z.string(),
    created_at: z.coerce.date().nullable(),
    items: z.array(z.object({ title: z.string(), tax_lines: rate })),
    customer: z.object({ id: z.string() }).nullish(),
    metadata: z.unknown().pipe(z.object({ gift: z.string().optional() })),
  })
  expect(fieldsOf(order)).toEqual([
    "id",
    "created_at",
    "items.title",
    "items.tax_lines.rate",
    "customer.id",
    "metadata",
  ])
})
