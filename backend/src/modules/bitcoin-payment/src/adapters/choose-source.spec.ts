import { expect, it } from "vitest"
import { chooseSource, sourceSettingsSchema } from "./choose-source"
import { TEST_DESCRIPTOR } from "./testing/test-descriptor"

const budgetOf = (urls: string[], requestsPerMinute?: number | "unlimited") =>
  chooseSource(
    urls.map((url) => ({
      kind: "esplora",
      url,
      ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    })),
    "regtest",
    TEST_DESCRIPTOR,
  ).chain.requestsAvailable?.()

it("sends a public Esplora 60 requests a minute, in bursts of 15, and one of one's own as many as it takes", () => {
  expect(budgetOf(["https://blockstream.info/api"])).toBe(15)
  for (const own of [
    "http://127.0.0.1:3002",
    "http://esplora:3002",
    "http://192.168.1.9",
    "http://node.local",
    "http://172.20.0.3",
  ])
    expect(budgetOf([own])).toBe(Infinity)
  // Not a private network, though it begins like one.
  expect(budgetOf(["https://172.99.0.1"])).toBe(15)
})

it("follows the operator's setting, and of two sources the budget of the one that is polled", () => {
  expect(budgetOf(["https://blockstream.info/api"], 600)).toBe(150)
  expect(budgetOf(["https://blockstream.info/api"], "unlimited")).toBe(Infinity)
  expect(budgetOf(["https://blockstream.info/api", "http://127.0.0.1:3002"])).toBe(15)
})

it("takes a wallet's birth in milliseconds, and says so to seconds", () => {
  const read = (at: number) => {
    const credentials = { cookieFile: "/node/.cookie" }
    return sourceSettingsSchema.safeParse([
      { kind: "core", url: "http://127.0.0.1:8332", wallet: "shop", birth: { at }, credentials },
    ])
  }
  const day = Date.parse("2026-03-01")
  expect(read(day).data).toMatchObject([{ birth: { at: day } }])
  expect(read(day / 1000).error?.message).toContain("needs milliseconds since 1970")
})
