import { expect, test, vi } from "vitest"
import { FreshCache } from "./fresh-cache"

interface Loaded {
  number: number
  previous: number | null
}

function aCache(load?: (number: number) => Promise<void>) {
  let loads = 0
  let time = 1000
  const bridged: string[] = []
  const cache = new FreshCache<Loaded>({
    name: "test",
    max: 10,
    freshMs: 500,
    staleMs: 500,
    now: () => time,
    instead: (key, previous) => {
      bridged.push(key)
      return previous
    },
    load: async (_key, previous) => {
      const number = ++loads
      await load?.(number)
      return { number, previous: previous?.number ?? null }
    },
  })
  return { cache, bridged, loads: () => loads, wait: (ms: number) => void (time += ms) }
}

test("twenty simultaneous callers cause one request", async () => {
  const { cache, loads } = aCache()
  const answers = await Promise.all(Array.from({ length: 20 }, () => cache.get("/")))
  expect(loads()).toBe(1)
  expect(new Set(answers).size).toBe(1)
})

test("a fresh value is served without a request", async () => {
  const { cache, loads, wait } = aCache()
  await cache.get("/")
  wait(499)
  await cache.get("/")
  expect(loads()).toBe(1)
})

test("a stale value is served while a new one is loaded", async () => {
  const { cache, wait } = aCache()
  await cache.get("/")
  wait(700)
  expect((await cache.get("/")).number).toBe(1)
  await vi.waitFor(async () => expect((await cache.get("/")).number).toBe(2))
})

test("an older value is not served: the caller waits for the new one", async () => {
  const { cache, wait } = aCache()
  await cache.get("/")
  wait(1001)
  expect((await cache.get("/")).number).toBe(2)
})

test("a reload receives the previous value to revalidate", async () => {
  const { cache, wait } = aCache()
  await cache.get("/")
  wait(2000)
  expect((await cache.get("/")).previous).toBe(1)
})

test("when loading fails, the previous value is served however old, and the failure is reported", async () => {
  const { cache, bridged, wait } = aCache((number) =>
    number === 1 ? Promise.resolve() : Promise.reject(new Error("the backend is away")),
  )
  await cache.get("/")
  wait(60_000)
  expect((await cache.get("/")).number).toBe(1)
  expect(bridged).toEqual(["/"])
})

test("without a previous value the failure is thrown", async () => {
  const { cache } = aCache(() => Promise.reject(new Error("the backend is away")))
  await expect(cache.get("/")).rejects.toThrow("the backend is away")
})
