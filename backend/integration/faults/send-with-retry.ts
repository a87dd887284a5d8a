import { setTimeout as pause } from "node:timers/promises"
import { z } from "zod"
import { send } from "../harness/call"

interface RequestOptions {
  method?: "GET" | "POST" | "PATCH"
  body?: unknown
  headers?: Record<string, string>
}

/** What the shop answered: of this shape, or a refusal. */
export type Answer<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly status: number; text: string }

/** Longer than any answer takes that still comes. */
const TIMEOUT_MS = 15_000
const RETRY_DELAY_MS = 300

/** Asks once. @returns null when no answer came, or one that says that the shop itself is in trouble */
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
    return { ok: true, value: z.core.parse(schema, JSON.parse(text)) }
  } catch (error) {
    // `fetch` says TypeError when the line breaks and TimeoutError when nothing comes; all else is a fault of the test.
    if (error instanceof TypeError || (error instanceof Error && error.name === "TimeoutError")) return null
    throw error
  }
}

/** Asks again and again until the shop answers, as a person at a browser does. */
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
