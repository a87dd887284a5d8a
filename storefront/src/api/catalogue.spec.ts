import type { ShippingOption } from "@shop/contracts"
import { QueryClient } from "@tanstack/react-query"
import { afterEach, assert, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { ApiError } from "../lib/api-error"
import { shippingOptionsQuery, bitcoinRateQuery } from "./catalogue"
import { parserOf } from "./load-schemas"
import { setTransport } from "./request"

const standard: ShippingOption = {
  id: "standard",
  label: "Standard",
  price: "0.00",
  estimate: {
    earliest: "2026-11-25",
    latest: "2026-11-26",
    label: "Wed 25 – Thu 26 Nov",
    paidBefore: "2026-11-23T14:00:00.000Z",
  },
}

beforeAll(parserOf("shippingOptionsSchema"))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  setTransport((path, init) => fetch(path, init))
})

test("the days of an answer from before the cut-off are left out after it, and its price stays", async () => {
  setTransport(() => Promise.resolve(Response.json([standard])))
  vi.setSystemTime("2026-11-23T13:59:00Z")
  expect(await new QueryClient().query(shippingOptionsQuery())).toEqual([standard])
  vi.setSystemTime("2026-11-23T14:00:01Z")
  expect(await new QueryClient().query(shippingOptionsQuery())).toEqual([{ ...standard, estimate: null }])
})

test("a page that stays open reads the days again at the cut-off, and at most once a minute", async () => {
  setTransport(() => Promise.resolve(Response.json([standard])))
  const client = new QueryClient()
  const nextRead = () => {
    const options = shippingOptionsQuery()
    assert(typeof options.refetchInterval === "function")
    return options.refetchInterval(client.getQueryCache().build(client, client.defaultQueryOptions(options)))
  }
  vi.setSystemTime("2026-11-23T12:00:00Z")
  await client.query(shippingOptionsQuery())
  expect(nextRead()).toBe(2 * 60 * 60_000)
  vi.setSystemTime("2026-11-23T13:59:59Z")
  expect(nextRead()).toBe(60_000)
})

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
