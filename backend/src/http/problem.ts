import type { Problem as ProblemBody } from "@shop/contracts"

type Extras = Pick<ProblemBody, "errors" | "totals" | "available">

/**
 * A refusal the caller should read: thrown by routes and workflows' callers, written once as
 * `application/problem+json` by the error handler (RFC 9457). `detail` is a sentence for the shopper.
 */
export class Problem extends Error {
  constructor(
    readonly status: number,
    /** For programs: `unknown_product`, `out_of_stock`, … */
    readonly code: string,
    /** One plain sentence with the way out. */
    readonly detail: string,
    readonly extras: Extras = {},
  ) {
    super(detail)
    this.name = "Problem"
  }
}
