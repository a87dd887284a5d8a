import { expect, test } from "vitest"
import { catalogueTransport, createCatalogueCache } from "./catalogue-cache"

/** A backend that answers from a list of responses and remembers what it was asked. */
function aBackend(...responses: Response[]) {
  const bridged: string[] = []
  const asked: { url: string; etag: string | null }[] = []
  const fetchFrom: typeof fetch = (input, init) => {
    asked.push({ url: new Request(input).url, etag: new Headers(init?.headers).get("if-none-match") })
    const response = responses.shift()
    return response ? Promise.resolve(response) : Promise.reject(new Error("nothing more to say"))
  }
  let time = 1000
  const { read } = createCatalogueCache({
    backendUrl: "http://backend.test:9000",
    fetchFrom,
    now: () => time,
    onOutdatedServed: (path) => bridged.push(path),
  })
  return { asked, bridged, read, send: catalogueTransport(read), wait: (ms: number) => void (time += ms) }
}

const answer = (body: unknown, etag: string) => Response.json(body, { headers: { etag } })

test("a second reader within the cache time does not reach the backend", async () => {
  const { asked, send } = aBackend(answer(["honey"], '"1"'))
  await send("/api/products")
  expect(await (await send("/api/products")).json()).toEqual(["honey"])
  expect(asked).toEqual([{ url: "http://backend.test:9000/api/products", etag: null }])
})

test("a stale answer is revalidated by ETag, and a 304 keeps it", async () => {
  const { asked, send, wait } = aBackend(answer(["honey"], '"1"'), new Response(null, { status: 304 }))
  await send("/api/products")
  wait(5000)
  expect(await (await send("/api/products")).json()).toEqual(["honey"])
  expect(asked[1]?.etag).toBe('"1"')
})

test("a list that became the last page has no next page any more, though its part is the same", async () => {
  const first = Response.json(["honey"], {
    headers: { etag: '"1"', link: '</api/products?cursor=x>; rel="next"', "x-total-count": "2" },
  })
  const { send, wait } = aBackend(
    first,
    new Response(null, { status: 304, headers: { "x-total-count": "1" } }),
  )
  expect((await send("/api/products")).headers.get("link")).toContain("next")
  wait(5000)
  const { headers } = await send("/api/products")
  expect([headers.get("link"), headers.get("x-total-count"), headers.get("etag")]).toEqual([null, "1", '"1"'])
})

test("a change by staff appears at the next revalidation", async () => {
  const { send, wait } = aBackend(answer(["honey"], '"1"'), answer(["honey", "mead"], '"2"'))
  await send("/api/products")
  wait(5000)
  expect(await (await send("/api/products")).json()).toEqual(["honey", "mead"])
})

test("the previous answer is served while the backend fails", async () => {
  const { bridged, send, wait } = aBackend(answer(["honey"], '"1"'), new Response("", { status: 503 }))
  await send("/api/products")
  wait(5000)
  expect(await (await send("/api/products")).json()).toEqual(["honey"])
  expect(bridged).toEqual(["/api/products"])
})

test("a 404 is passed on", async () => {
  const { send } = aBackend(Response.json({}, { status: 404 }))
  expect((await send("/api/products/none")).status).toBe(404)
})

test("writes are rejected", async () => {
  const { asked, send } = aBackend()
  await expect(send("/api/cart", { method: "POST" })).rejects.toThrow("reads only")
  expect(asked).toEqual([])
})
