import { z } from "zod"

const refusal = z.object({
  message: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
})

/** What the backend refused: its own sentence, and one for each field of a form that is wrong. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly fields: ReadonlyMap<string, string>,
  ) {
    super(message)
  }
}

/**
 * Asks the backend with the session of whoever is signed in to the admin.
 * @throws Refusal with the backend's own sentence when it refuses, ZodError when it answers something else than expected
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
  const said = refusal.safeParse(answer)
  throw new Refusal(
    said.success ? said.data.message : `The shop answered ${response.status}.`,
    new Map(said.data?.errors?.map(({ field, message }) => [field, message])),
  )
}
