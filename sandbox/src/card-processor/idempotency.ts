import { ApiError, invalidRequest } from "./api-error.js"

/** Stripe forgets a key after a day. */
const KEPT_MS = 24 * 60 * 60 * 1000
const LONGEST_KEY = 255

export interface Answer {
  status: number
  body: object
}

interface Use {
  path: string
  parameters: string
  at: number
  /** undefined while the first request is in progress */
  answer?: Answer
}

/**
 * Stripe's idempotency keys: the first answer is replayed, another request with the same key is an error. A refused
 * parameter is not stored.
 */
export class IdempotencyKeys {
  private readonly uses = new Map<string, Use>()

  /** @returns the stored answer; undefined when the request is new, which must then call `finish` */
  begin(key: string, path: string, parameters: string): Answer | undefined {
    if (key.length > LONGEST_KEY) throw invalidRequest("Idempotency keys can be at most 255 characters long.")
    const use = this.uses.get(key)
    if (use === undefined || Date.now() - use.at > KEPT_MS) {
      this.uses.set(key, { path, parameters, at: Date.now() })
      return undefined
    }
    if (use.path !== path)
      throw conflict(
        400,
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${use.path}' vs '${path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
      )
    if (use.parameters !== parameters)
      throw conflict(
        400,
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      )
    if (use.answer === undefined)
      throw conflict(
        409,
        `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        "idempotency_key_in_use",
      )
    return use.answer
  }

  /** @param answer undefined when a parameter was refused: the key may be used again */
  finish(key: string, answer: Answer | undefined): void {
    const use = this.uses.get(key)
    if (use === undefined) return
    if (answer === undefined) this.uses.delete(key)
    else use.answer = answer
  }
}

const conflict = (status: number, message: string, code?: string) =>
  new ApiError({ status, type: "idempotency_error", message, ...(code === undefined ? {} : { code }) })
