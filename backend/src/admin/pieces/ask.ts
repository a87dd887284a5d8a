import { z } from "zod"

const refusal = z.object({ message: z.string() })

/**
 * Asks the backend with the session of whoever is signed in to the admin.
 * @throws Error with the backend's own sentence when it refuses, ZodError when it answers something else than expected
 */
export async function ask<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  init: { method?: "GET" | "POST" | "DELETE"; body?: unknown; signal?: AbortSignal } = {},
): Promise<z.output<Schema>> {
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
  if (response.ok) return schema.parse(answer)
  const said = refusal.safeParse(answer)
  throw new Error(said.success ? said.data.message : `The shop answered ${response.status}.`)
}
