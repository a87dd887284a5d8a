import type { DataTag, QueryClient } from "@tanstack/react-query"
import type { infer as Infer, ZodMiniType } from "zod/mini"
import type { Problem } from "@shop/contracts"
import { ApiError, NOT_SENT, TIMEOUT_MS } from "../lib/api-error"
import { isOnline } from "../lib/online"
import { parserOf } from "./load-schemas"

interface RequestOptions {
  method?: "GET" | "POST" | "PATCH" | "DELETE"
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** The browser completes the request even when the page is closed. */
  keepalive?: boolean
  /** Receives the response and the time (ms) of the request. */
  onResponse?: (response: Response, askedAt: number) => void
}

/** The parser of an answer, or how to load it while the shop answers. */
type Parser<Schema> = Schema | (() => Promise<Schema>)

/** @throws {ApiError} for any answer that is not a success */
export async function request<Schema extends ZodMiniType>(
  path: string,
  parser: Parser<Schema>,
  options?: RequestOptions,
): Promise<Infer<Schema>> {
  return (await requestWithHeaders(path, parser, options)).answer
}

export async function requestWithHeaders<Schema extends ZodMiniType>(
  path: string,
  parser: Parser<Schema>,
  options?: RequestOptions,
): Promise<{ answer: Infer<Schema>; headers: Headers }> {
  const [response, schema] = await Promise.all([
    call(path, options),
    typeof parser === "function" ? parser() : parser,
  ])
  const json: unknown = await response.json()
  return { answer: schema.parse(json), headers: response.headers }
}

export async function command(path: string, options: RequestOptions): Promise<void> {
  await call(path, options)
}

async function call(
  path: string,
  { method = "GET", body, headers, signal, keepalive, onResponse }: RequestOptions = {},
): Promise<Response> {
  if (method !== "GET" && !isOnline()) throw new ApiError(NOT_SENT, "offline", null)
  const askedAt = Date.now()
  const response = await send(path, {
    method,
    credentials: "include",
    signal: signal
      ? AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
      : AbortSignal.timeout(TIMEOUT_MS),
    ...(keepalive && { keepalive }),
    headers: {
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  onResponse?.(response, askedAt)
  if (!response.ok) throw await apiErrorFrom(response)
  return response
}

export async function requestOrNull<Schema extends ZodMiniType>(
  path: string,
  parser: Parser<Schema>,
  options?: RequestOptions,
): Promise<Infer<Schema> | null> {
  try {
    return await request(path, parser, options)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

async function apiErrorFrom(response: Response): Promise<ApiError> {
  const text = await response.text()
  const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10)
  const retryAfterMs = Number.isNaN(seconds) ? null : seconds * 1000
  return new ApiError(response.status, text || response.statusText, await problemIn(text), retryAfterMs)
}

async function problemIn(text: string): Promise<Problem | null> {
  try {
    const json: unknown = JSON.parse(text)
    return (await parserOf("problemSchema")()).safeParse(json).data ?? null
  } catch {
    return null // A proxy's HTML page, or an empty body: only the status is known.
  }
}

/** Sends one request to /api: the browser's `fetch`, or the server's catalogue cache. */
export type Transport = (path: string, init?: RequestInit) => Promise<Response>

let transport: Transport = (path, init) => fetch(path, init)

export function setTransport(next: Transport): void {
  transport = next
}

const send: Transport = (path, init) => transport(path, init)

/** Stores what the shop answered to a change. A read that is under way is older: it is cancelled, or it would undo the change. */
export function storeAnswer<Answer, Failure>(
  client: QueryClient,
  { queryKey }: { queryKey: DataTag<string[], Answer, Failure> },
  answer: NoInfer<Answer>,
): void {
  void client.cancelQueries({ queryKey })
  client.setQueryData<Answer>(queryKey, () => answer)
}
