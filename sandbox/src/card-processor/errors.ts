interface ErrorFields {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error"
  message: string
  code?: string
  param?: string
}

/** An error that the API answers in Stripe's shape. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    private readonly fields: ErrorFields,
  ) {
    super(fields.message)
  }

  /** The answer's body. */
  toJSON(): object {
    return { error: this.fields }
  }
}

export const invalidRequest = (message: string, more: { code?: string; param?: string } = {}) =>
  new ApiError(400, { type: "invalid_request_error", message, ...more })

/** @param object Stripe's name of the object: "checkout.session" @throws ApiError (404) */
export function noSuch(object: string, id: string, param: string): never {
  const message = `No such ${object}: '${id}'`
  throw new ApiError(404, { type: "invalid_request_error", code: "resource_missing", message, param })
}
