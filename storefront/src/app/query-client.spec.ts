import { environmentManager, QueryClient, QueryObserver, type QueryFunction } from "@tanstack/react-query"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { productQuery } from "../api/products"
import { setTransport } from "../api/request"
import { createQueryClient } from "./app"
import { loadAhead, type PageModule } from "./routes"

const isServer = environmentManager.isServer()

beforeEach(() => {
  // The library has other defaults on a server.
  environmentManager.setIsServer(() => false)
  vi.stubGlobal("window", {})
  vi.stubGlobal("navigator", { onLine: true })
  vi.useFakeTimers()
})
afterEach(() => {
  environmentManager.setIsServer(() => isServer)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("product data is asked for once: no retry, no refetch on focus, never stale, and an unauthorised answer throws", async () => {
  let calls = 0
  setTransport(() => {
    calls += 1
    return Promise.resolve(new Response("who are you", { status: 401 }))
  })
  const client = createQueryClient()
  await expect(client.query(productQuery("honey"))).rejects.toThrow("401: who are you")
  expect(calls).toBe(1)
  expect(client.getDefaultOptions().queries).toMatchObject({
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  })
})

test("a click does not ask again for a product that failed when its link was hovered; a later visit does", async () => {
  let calls = 0
  setTransport(() => {
    calls += 1
    return Promise.resolve(new Response("broken", { status: 500 }))
  })
  const client = createQueryClient()
  const page: PageModule = {
    Component: () => null,
    load: ({ ensure }) => ensure(productQuery("honey")).then(() => null),
  }
  const visit = () => loadAhead(page, { params: {}, url: new URL("http://shop.test/product/honey") }, client)
  await visit()
  await vi.advanceTimersByTimeAsync(4000)
  await visit()
  expect(calls).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  await visit()
  expect(calls).toBe(2)
})

test("unused data is removed after five minutes", async () => {
  const client = createQueryClient()
  client.setQueryData(["products"], [])
  await vi.advanceTimersByTimeAsync(5 * 60_000 - 1)
  expect(client.getQueryData(["products"])).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(client.getQueryData(["products"])).toBeUndefined()
})

test("a retrying query waits 1 second, then twice as long each time, up to 30", async () => {
  const asked: number[] = []
  const queryFn: QueryFunction = () => {
    asked.push(Date.now())
    return Promise.reject(new Error("away"))
  }
  const options = { queryKey: ["retries"], queryFn, retry: 7 }
  const stop = new QueryObserver(createQueryClient(), options).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  stop()
  expect(asked.slice(1).map((at, index) => (at - (asked[index] ?? 0)) / 1000)).toEqual([
    1, 2, 4, 8, 16, 30, 30,
  ])
})

test("the library retries three times by default", async () => {
  let calls = 0
  const queryFn: QueryFunction = () => {
    calls += 1
    return Promise.reject(new Error("away"))
  }
  const stop = new QueryObserver(new QueryClient(), { queryKey: ["retries"], queryFn }).subscribe(
    () => undefined,
  )
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  stop()
  expect(calls).toBe(1 + 3)
})
