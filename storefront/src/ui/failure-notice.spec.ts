import type { Problem } from "@shop/contracts"
import { expect, test } from "vitest"
import { ApiError, MissingCodeError, NOT_SENT } from "../lib/api-error"
import { describeFailure } from "./failure-notice"

const UNDONE = "Your notice was not sent"
const problem = (status: number, code: string): ApiError => {
  const body: Problem = { type: "about:blank", title: "", status, code, detail: "Because." }
  return new ApiError(status, "", body)
}

test.each([
  ["an order that is packed", problem(409, "packed")],
  ["too many requests", problem(429, "too_many_requests")],
  ["a processor that does not answer", problem(503, "card_unavailable")],
])("the shop's own refusal says that nothing was done, and why: %s", (_, error) => {
  expect(describeFailure(UNDONE, error)).toEqual({ title: UNDONE, text: "Because." })
})

test("what there was no network for was not done", () => {
  expect(describeFailure(UNDONE, new ApiError(NOT_SENT, "offline", null))).toEqual({
    title: UNDONE,
    text: "The shop could not be reached. Please try again in a moment.",
  })
})

test.each([
  ["there was no network", new ApiError(NOT_SENT, "offline", null)],
  ["there were too many requests", problem(429, "too_many_requests")],
])("after a lost answer, nothing is called undone because %s for another attempt", (_, error) => {
  expect(describeFailure(UNDONE, error, true).title).toBe("We could not confirm that")
})

test("after a lost answer, a refusal of another attempt is the shop's decision", () => {
  expect(describeFailure(UNDONE, problem(409, "packed"), true).text).toBe("Because.")
})

test("a refusal without words says that nothing was done", () => {
  expect(describeFailure(UNDONE, new ApiError(404, "", null)).title).toBe(UNDONE)
})

test.each([
  ["a connection that was cut", new TypeError("Failed to fetch")],
  ["a time that is over", new DOMException("", "TimeoutError")],
  ["an answer that cannot be read", new SyntaxError("Unexpected token")],
  ["an error of a proxy", new ApiError(504, "<h1>Gateway Timeout</h1>", null)],
  ["an error inside the shop", problem(500, "internal")],
  ["a server for pages that lost the shop", problem(503, "unavailable")],
])("nothing is called undone after a lost answer: %s", (_, error) => {
  expect(describeFailure(UNDONE, error)).toEqual({
    title: "We could not confirm that",
    text: "No clear answer came back: it may have worked. It is safe to try again.",
  })
})

test("an answer whose code is missing asks for a reload before the next attempt", () => {
  expect(describeFailure(UNDONE, new MissingCodeError()).text).toMatch(/may have worked.*reload this page/)
})
