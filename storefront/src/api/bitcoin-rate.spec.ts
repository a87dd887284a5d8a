import { QueryClient } from "@tanstack/react-query"
import { expect, test } from "vitest"
import { ApiError } from "./api-error"
import { bitcoinRateQuery } from "./bitcoin-rate"
import { setTransport } from "./request"

function ask(answer: () => Response) {
  setTransport(() => Promise.resolve(answer()))
  return new QueryClient().query({ ...bitcoinRateQuery(), retry: false })
}

const problem = (status: number, code: string) =>
  Response.json(
    {
      type: "about:blank",
      title: "No",
      status,
      code,
      detail: "Bitcoin payments are temporarily unavailable.",
    },
    { status },
  )

test("a rate is in pounds", async () => {
  const asOf = "2026-01-05T12:00:00.000Z"
  const body = { currency: "GBP", rate: "63074.47", source: "median of three", asOf, least: "0.19" }
  expect(await ask(() => Response.json(body))).toEqual({
    isKnown: true,
    pounds: "63074.47",
    least: "0.19",
  })
})

test("an unavailable rate is an answer with the shop's own sentence", async () => {
  expect(await ask(() => problem(503, "bitcoin_unavailable"))).toEqual({
    isKnown: false,
    reason: "Bitcoin payments are temporarily unavailable.",
  })
})

test("any other failure stays an error", async () => {
  await expect(ask(() => problem(503, "internal"))).rejects.toThrow(ApiError)
  await expect(ask(() => new Response("Bad gateway", { status: 502 }))).rejects.toThrow("502: Bad gateway")
})
