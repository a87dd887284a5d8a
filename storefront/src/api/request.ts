import type { infer as Infer, ZodMiniType } from "zod/mini"
import { ApiError, apiErrorFrom } from "./api-error"

/** A call that hangs for so long is as good as lost, and its reader is told so. */
const TIMEOUT_MS = 20_000

interface RequestOptions {
  method?: "GET" | "POST" | "PATCH" | "DELETE"
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Sent to its end even when the page is closed meanwhile. */
  keepalive?: boolean
  /** Sees the whole answer, with the time (ms) at which it was asked for. */
  onResponse?: (response: Response, askedAt: number) => void
}

/**
 * One call of /api: credentials always, a body as JSON only when there is one, the answer parsed by its schema.
 * @throws {ApiError} for any answer that is not a success.
 */
export async function request<Schema extends ZodMiniType>(
  path: string,
  schema: Schema,
  options?: RequestOptions,
): Promise<Infer<Schema>> {
  return (await requestWithHeaders(path, schema, options)).answer
}

/** The same for an answer that says something in its headers as well. */
export async function requestWithHeaders<Schema extends ZodMiniType>(
  path: string,
  schema: Schema,
  options?: RequestOptions,
): Promise<{ answer: Infer<Schema>; headers: Headers }> {
  const response = await call(path, options)
  const json: unknown = await response.json()
  return { answer: schema.parse(json), headers: response.headers }
}

/** The same for a call whose answer has nothing to say beyond that it went well. */
export async function command(path: string, options: RequestOptions): Promise<void> {
  await call(path, options)
}

async function call(
  path: string,
  { method = "GET", body, headers, signal, keepalive, onResponse }: RequestOptions = {},
): Promise<Response> {
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

/** The same, where "there is no such thing" is an answer and not an error: a 404 becomes null. */
export async function requestOrNull<Schema extends ZodMiniType>(
  path: string,
  schema: Schema,
  options?: RequestOptions,
): Promise<Infer<Schema> | null> {
  try {
    return await request(path, schema, options)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** Sends one request to /api. The browser's own `fetch`; the server puts its catalogue cache in its place. */
export type Transport = (path: string, init?: RequestInit) => Promise<Response>

let transport: Transport = (path, init) => fetch(path, init)

/** Called once by whoever starts the process: nothing here knows which side it runs on. */
export function setTransport(next: Transport): void {
  transport = next
}

/** Sends through the transport of this process. */
const send: Transport = (path, init) => transport(path, init)
