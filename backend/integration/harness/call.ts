import { PROBLEM_TYPE, problemSchema, type Problem } from "@shop/contracts"
import { expect, inject } from "vitest"
import { z } from "zod"

interface Call {
  method?: "GET" | "HEAD" | "POST" | "PATCH" | "DELETE"
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown
  headers?: Record<string, string>
  /** [the shared server] */
  backendUrl?: string
  /** Timeout in milliseconds [none] */
  within?: number
  /** Ends the connection when it is aborted [never] */
  signal?: AbortSignal
}

/** Sends a request as the storefront's server does. */
export async function send(path: string, call: Call = {}): Promise<Response> {
  const body =
    typeof call.body === "string" || call.body === undefined ? call.body : JSON.stringify(call.body)
  return fetch(new URL(path, call.backendUrl ?? inject("backendUrl")), {
    method: call.method ?? "GET",
    ...(body === undefined ? {} : { body }),
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...call.headers },
    redirect: "manual",
    ...(call.within === undefined ? {} : { signal: AbortSignal.timeout(call.within) }),
    ...(call.signal && { signal: call.signal }),
  })
}

/** Expects success and parses the response by the contract. */
export async function call<Schema extends z.core.$ZodType>(
  schema: Schema,
  path: string,
  options: Call = {},
): Promise<z.core.output<Schema>> {
  const response = await send(path, options)
  const text = await response.text()
  expect(response.ok, `${options.method ?? "GET"} ${path} answered ${String(response.status)}: ${text}`).toBe(
    true,
  )
  return z.core.parse(schema, JSON.parse(text))
}

/** Expects a rejection with this status and parses the problem by the contract. */
export async function refused(status: number, path: string, options: Call = {}): Promise<Problem> {
  const response = await send(path, options)
  const text = await response.text()
  expect(response.status, text).toBe(status)
  expect(response.headers.get("content-type")).toContain(PROBLEM_TYPE)
  const problem = z.core.parse(problemSchema, JSON.parse(text))
  expect(problem.status).toBe(status)
  // The detail is a whole sentence for the shopper.
  expect(problem.detail).toMatch(/^[A-Z'"“].*[.?!]$/s)
  return problem
}
