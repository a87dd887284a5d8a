import { onlineManager } from "@tanstack/react-query"
import { afterEach, expect, test } from "vitest"
import * as z from "zod/mini"
import { ApiError, NOT_SENT, problemOf } from "../lib/api-error"
import { command, request, requestOrNull, setTransport, type Transport } from "./request"

const sent: { path: string; init: RequestInit | undefined }[] = []

function answering(response: () => Response): void {
  const transport: Transport = (path, init) => {
    sent.push({ path, init })
    return Promise.resolve(response())
  }
  setTransport(transport)
}

afterEach(() => {
  onlineManager.setOnline(true)
  sent.splice(0)
})

test("every call sends credentials, and a body only when there is one", async () => {
  answering(() => Response.json([]))
  await request("/api/categories", z.array(z.string()))
  await request("/api/cart", z.array(z.string()), { method: "POST", body: { quantity: 1 } })
  expect(sent[0]?.init).toMatchObject({ method: "GET", credentials: "include" })
  expect(sent[0]?.init).not.toHaveProperty("body")
  expect(sent[1]?.init).toMatchObject({
    method: "POST",
    body: '{"quantity":1}',
    headers: { "content-type": "application/json" },
  })
})

test("an unsuccessful answer is an error whose message is status, colon, text", async () => {
  answering(() => new Response("no such luck", { status: 418 }))
  await expect(request("/api/cart", z.unknown())).rejects.toThrow("418: no such luck")
})

test("an unsuccessful answer without text gives its status text", async () => {
  answering(() => new Response(null, { status: 502, statusText: "Bad Gateway" }))
  await expect(request("/api/cart", z.unknown())).rejects.toThrow("502: Bad Gateway")
})

test("an error contains the shop's problem document", async () => {
  const problem = {
    type: "about:blank",
    title: "Conflict",
    status: 409,
    detail: "Only 1 is left.",
    code: "out_of_stock",
    available: 1,
  }
  answering(() => Response.json(problem, { status: 409 }))
  const error: unknown = await request("/api/orders", z.unknown()).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(problemOf(error)).toEqual(problem)
})

test("an answer that does not match its schema is rejected", async () => {
  answering(() => Response.json({ id: 7 }))
  await expect(request("/api/products/x", z.object({ id: z.string() }))).rejects.toThrow()
})

test("without a network a change is not sent, and is told from one whose answer was lost", async () => {
  onlineManager.setOnline(false)
  answering(() => Response.json({}))
  const change = command("/api/contact", { method: "POST", body: {} })
  await expect(change).rejects.toMatchObject({ status: NOT_SENT })
  expect(sent).toEqual([])
})

test("requestOrNull returns null for a 404 and throws other errors", async () => {
  answering(() => new Response("", { status: 404 }))
  await expect(requestOrNull("/api/products/x", z.unknown())).resolves.toBeNull()
  answering(() => new Response("", { status: 500 }))
  await expect(requestOrNull("/api/products/x", z.unknown())).rejects.toThrow("500")
})
