import * as z from "zod/mini"

/** Every error under /api (RFC 9457). `detail` is a sentence for the reader, `code` is for programs. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  requestId: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  /** With `totals_changed`: the shop's totals, in pounds. */
  totals: z.optional(
    z.object({
      subtotal: z.string(),
      discount: z.string(),
      shippingCost: z.string(),
      total: z.string(),
      discountProblem: z.optional(z.string()),
    }),
  ),
  /** With `out_of_stock`: the available quantities. */
  available: z.optional(z.int()),
})
export type Problem = z.infer<typeof problemSchema>

export const PROBLEM_TYPE = "application/problem+json"
