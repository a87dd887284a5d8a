import i18next from "i18next"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { z } from "zod"
import { t } from "../i18n/testing"
import { ask, failureTitle } from "./ask"

beforeEach(() => {
  vi.spyOn(i18next, "t").mockImplementation((...args: unknown[]) => String(Reflect.apply(t, undefined, args)))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const CHANGE = { method: "POST", body: {} } as const
const NO_ANSWER = () => Promise.reject(new TypeError("Failed to fetch"))
const answered = (status: number, body: unknown) => () => Promise.resolve(Response.json(body, { status }))

/** What staff read when a call fails. */
async function told(call: Parameters<typeof ask>[2], answer: () => Promise<Response>) {
  vi.stubGlobal("fetch", answer)
  const error = await ask(z.object({ count: z.int() }), "/admin/any", call).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Error)) throw new Error("It did not fail.")
  return `${failureTitle("Not saved", error)}: ${error.message}`
}

const UNCLEAR = /^Outcome unknown: .* This may have been done\. Reload the page and look/

it.each([
  ["the answer is lost", NO_ANSWER],
  ["the shop breaks down", answered(500, { message: "An unknown error occurred." })],
  ["a proxy answers", () => Promise.resolve(new Response("Bad gateway", { status: 502 }))],
  [
    "a proxy says that the shop is not there",
    () => Promise.resolve(new Response("Unavailable", { status: 503 })),
  ],
  ["the answer cannot be read", answered(200, { count: "many" })],
])("a change may have been made when %s", async (_when, answer) => {
  expect(await told(CHANGE, answer)).toMatch(UNCLEAR)
})

it.each([
  ["rejects", 409, "It was changed."],
  ["cannot begin", 503, "Bitcoin is away just now."],
])("a change that the shop %s was not made, for the shop's reason", async (_what, status, message) => {
  expect(await told(CHANGE, answered(status, { message }))).toBe(`Not saved: ${message}`)
})

it("a question changes nothing, whatever becomes of its answer", async () => {
  for (const call of [{}, { ...CHANGE, isChange: false }]) {
    expect(await told(call, NO_ANSWER)).toBe("Not saved: The shop did not answer.")
    expect(await told(call, answered(502, null))).toBe("Not saved: The shop answered 502.")
  }
})

it("a question that is not needed any more fails as aborted", async () => {
  const controller = new AbortController()
  controller.abort()
  vi.stubGlobal("fetch", () => Promise.reject(new DOMException("It was aborted.", "AbortError")))
  await expect(ask(z.unknown(), "/admin/any", { signal: controller.signal })).rejects.toThrow(/abort/i)
})
