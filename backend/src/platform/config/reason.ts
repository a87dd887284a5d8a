/** Medusa's workflow engine passes errors on as plain objects. */
export const isErrorLike = (value: unknown): value is { message: unknown; name?: unknown; stack?: unknown } =>
  typeof value === "object" && value !== null && "message" in value

/** What went wrong, in one line. For a log that may hold no personal data see `causeOf`. */
export const reasonOf = (error: unknown): string => String(isErrorLike(error) ? error.message : error)
