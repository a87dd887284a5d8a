import { staffRefusalSchema } from "@shop/contracts/staff"
import * as z from "zod/mini"

/** What a call of ours refused, with a sentence for each field that is wrong. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly fields: ReadonlyMap<string, string>,
  ) {
    super(message)
  }
}

/**
 * Calls the shop as the member of staff who is signed in, and reads the answer by its schema.
 * @throws Refusal with a sentence that can be shown
 */
export async function askAdmin<Schema extends z.core.$ZodType>(
  schema: Schema,
  path: string,
  body?: unknown,
): Promise<z.core.output<Schema>> {
  const response = await fetch(path, {
    credentials: "include",
    ...(body !== undefined && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return z.core.parse(schema, answer)
  const refusal = staffRefusalSchema.safeParse(answer)
  throw new Refusal(
    refusal.data?.message ?? `The shop did not answer as it should (${response.status}). Try again.`,
    new Map(refusal.data?.errors?.map(({ field, message }) => [field, message])),
  )
}

/** What to show of something that failed. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Error ? error.message : "Something went wrong. Try again."
