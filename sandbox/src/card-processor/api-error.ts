interface ErrorFields {
  status: number
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error"
  message: string
  code?: string
  param?: string
}

/** An error that the API answers in Stripe's shape. */
export class ApiError extends Error {
  readonly status: number

  constructor(private readonly fields: ErrorFields) {
    super(fields.message)
    this.status = fields.status
  }

  /** The answer's body. */
  toJSON(): object {
    const { status: _, ...error } = this.fields
    return { error }
  }
}

export const invalidRequest = (message: string, more: { code?: string; param?: string } = {}) =>
  new ApiError({ status: 400, type: "invalid_request_error", message, ...more })

/** @param object Stripe's name of the object: "checkout.session" */
export const noSuch = (object: string, id: string, param: string) =>
  new ApiError({
    status: 404,
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${object}: '${id}'`,
    param,
  })
