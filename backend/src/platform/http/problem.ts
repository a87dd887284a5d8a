import type { Problem as ProblemBody } from "@shop/contracts"

type Extras = Pick<ProblemBody, "errors" | "totals" | "available">

/** Routes and middleware throw it; the caller gets it as `application/problem+json` (RFC 9457). */
export class Problem extends Error {
  constructor(
    readonly status: number,
    /** For programs: `unknown_product`, `out_of_stock`, … */
    readonly code: string,
    /** One plain sentence for the shopper that says what to do. */
    readonly detail: string,
    readonly extras: Extras = {},
  ) {
    super(detail)
    this.name = "Problem"
  }
}

/** A field of the input that is wrong. @param detail for the shopper, if more is to be said than at the field */
export const invalidField = (field: string, message: string, detail = message): Problem =>
  new Problem(400, "invalid", detail, { errors: [{ field, message }] })
