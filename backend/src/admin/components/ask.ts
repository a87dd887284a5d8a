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

const NO_ERRORS: ReadonlyMap<string, string> = new Map()

export const fieldErrors = (error: Error | null) => (error instanceof Rejection ? error.fields : NO_ERRORS)

const TYPING_MS = 200

/** Waits before a question that every key changes: one whose `signal` is aborted meanwhile is not asked. */
export const typingPause = () => new Promise((resolve) => setTimeout(resolve, TYPING_MS))

/** @throws Rejection for an error response, ZodError for an unexpected one */
export async function ask<Schema extends z.core.$ZodType>(
  schema: Schema,
  path: string,
  init: { method?: "GET" | "POST" | "DELETE"; body?: unknown; signal?: AbortSignal } = {},
): Promise<z.core.output<Schema>> {
  const { method = "GET", body, signal } = init
  const response = await fetch(path, {
    method,
    credentials: "include",
    headers: {
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return z.core.parse(schema, answer)
  const said = z.core.safeParse(staffRejectionSchema, answer)
  throw new Rejection(
    said.success
      ? said.data.message
      : i18next.t("common.answeredStatus", { ns: "shop", status: response.status }),
    new Map(said.data?.errors?.map(({ field, message }) => [field, message])),
  )
}
