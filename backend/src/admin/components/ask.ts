import { z } from "zod"

const rejection = z.object({
  message: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
})

/** An error response of the backend: its message, and one message for each wrong field of a form. */
export class Rejection extends Error {
  constructor(
    message: string,
    readonly fields: ReadonlyMap<string, string>,
  ) {
    super(message)
  }
}

/**
 * Calls the backend with the session of the signed-in member of staff.
 * @throws Rejection for an error response, ZodError for an unexpected response
 */
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
  const said = rejection.safeParse(answer)
  throw new Rejection(
    said.success ? said.data.message : `The shop answered ${response.status}.`,
    new Map(said.data?.errors?.map(({ field, message }) => [field, message])),
  )
}
