import { setTimeout as pause } from "node:timers/promises"
import { z } from "zod"
import { send } from "../harness/call"

interface RequestOptions {
  method?: "GET" | "POST" | "PATCH" | "DELETE"
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

/** A parsed response, or a rejection. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value; readonly response: Response }
  | { readonly ok: false; readonly status: number; text: string }

/** Longer than any response takes. */
const TIMEOUT_MS = 15_000
const RETRY_DELAY_MS = 300

/** Sends once. @returns null without a response, or with a 5xx status */
export async function sendOnce<Schema extends z.core.$ZodType>(
  shop: { readonly url: string },
  schema: Schema,
  path: string,
  question: RequestOptions = {},
): Promise<Answer<z.core.output<Schema>> | null> {
  try {
    const response = await send(path, { ...question, backendUrl: shop.url, within: TIMEOUT_MS })
    const text = await response.text()
    if (response.status >= 500) return null
    if (!response.ok) return { ok: false, status: response.status, text }
    return { ok: true, value: z.core.parse(schema, JSON.parse(text)), response }
  } catch (error) {
    if (isWithoutAnswer(error)) return null
    throw error
  }
}

/** `fetch` throws TypeError for a broken connection and TimeoutError without a response. Other errors are bugs. */
export const isWithoutAnswer = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && error.name === "TimeoutError")

/** Retries until the shop responds. */
export async function sendUntilAnswered<Schema extends z.core.$ZodType>(
  shop: { readonly url: string },
  schema: Schema,
  path: string,
  question: RequestOptions = {},
): Promise<Answer<z.core.output<Schema>>> {
  for (;;) {
    const answer = await sendOnce(shop, schema, path, question)
    if (answer !== null) return answer
    await pause(RETRY_DELAY_MS)
  }
}
