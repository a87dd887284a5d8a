import { staffRejectionSchema } from "@shop/contracts/staff"
import i18next from "i18next"
import { z } from "zod"

class Rejection extends Error {
  constructor(
    message: string,
    readonly fields: ReadonlyMap<string, string>,
  ) {
    super(message)
  }
}

/** A change that may have been made: no answer came, or the shop failed while it worked. */
class UnclearError extends Error {}

const NO_ERRORS: ReadonlyMap<string, string> = new Map()

export const fieldErrors = (error: Error | null) => (error instanceof Rejection ? error.fields : NO_ERRORS)

const say = (key: "answeredStatus" | "mayBeDone" | "noAnswer" | "unclear", status = 0) =>
  i18next.t(`common.${key}`, { ns: "shop", status })

/** The title of a failure. @param what that it was not done */
export const failureTitle = (what: string, error: Error) =>
  error instanceof UnclearError ? say("unclear") : what

const TYPING_MS = 200

/** Waits before a question that every key changes: one whose `signal` is aborted meanwhile is not asked. */
export const typingPause = () => new Promise((resolve) => setTimeout(resolve, TYPING_MS))

interface Request {
  method?: "GET" | "POST" | "DELETE"
  body?: unknown
  signal?: AbortSignal
  /** False: a question that needs a body. */
  isChange?: boolean
}

/** @throws UnclearError when a change may have been made, Rejection for an error response, ZodError for an unexpected one */
export async function ask<Schema extends z.core.$ZodType>(
  schema: Schema,
  path: string,
  init: Request = {},
): Promise<z.core.output<Schema>> {
  const { method = "GET", body, signal, isChange = method !== "GET" } = init
  const unclear = (reason: string) => new UnclearError(`${reason} ${say("mayBeDone")}`)
  const response = await fetch(path, {
    method,
    credentials: "include",
    headers: {
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw isChange ? unclear(say("noAnswer")) : new Rejection(say("noAnswer"), NO_ERRORS)
  })
  const answer: unknown = await response.json().catch(() => undefined)
  const { status } = response
  if (response.ok) {
    const read = z.core.safeParse(schema, answer)
    if (read.success) return read.data
    throw isChange ? unclear(say("answeredStatus", status)) : read.error
  }
  const said = z.core.safeParse(staffRejectionSchema, answer)
  const reason = said.data?.message ?? say("answeredStatus", status)
  // 503 in the shop's words: it did not begin.
  if (isChange && status >= 500 && !(status === 503 && said.success)) throw unclear(reason)
  throw new Rejection(reason, new Map(said.data?.errors?.map(({ field, message }) => [field, message])))
}
