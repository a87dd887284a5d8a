import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { afterEach, expect, it } from "vitest"
import { streamChanges } from "./event-stream"
import { inTurn } from "./in-turn"

const stops: (() => unknown)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

/** A client that sends requests without waiting for answers, and its server. */
async function sentAtOnce(paths: string[], handle: (path: string, res: ServerResponse) => Promise<unknown>) {
  const arrived: string[] = []
  const server = createServer((request, response) => {
    arrived.push(request.url ?? "")
    void handle(request.url ?? "", response)
  }).listen(0, "127.0.0.1")
  stops.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  await once(server, "listening")
  const address = server.address()
  const client = connect(typeof address === "object" ? (address?.port ?? 0) : 0, "127.0.0.1")
  const gone = new Promise<void>((resolve) => {
    server.once("connection", (connection) => connection.once("close", () => resolve()))
  })
  client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`).join(""))
  await expect.poll(() => arrived).toEqual(paths)
  const leave = async () => {
    client.destroy()
    await gone
  }
  return { client, leave }
}

it("hands over a request when those before it on its connection are answered", async () => {
  const begun: string[] = []
  const responses: ServerResponse[] = []
  const { client } = await sentAtOnce(["/a", "/b"], async (path, response) => {
    await inTurn(response)
    begun.push(path)
    responses.push(response)
  })
  expect(begun).toEqual(["/a"])
  responses[0]?.end("first")
  await expect.poll(() => begun).toEqual(["/a", "/b"])
  responses[1]?.setHeader("connection", "close").end("second")
  expect(await text(client)).toMatch(/first[^]*second/)
})

it("never hands over a request whose client went before its turn", async () => {
  const begun: string[] = []
  const responses: ServerResponse[] = []
  const { leave } = await sentAtOnce(["/a", "/b"], async (path, response) => {
    await inTurn(response)
    begun.push(path)
    responses.push(response)
  })
  await leave()
  responses[0]?.end("first")
  await new Promise(setImmediate)
  expect(begun).toEqual(["/a"])
})

it("leaves no subscription of streams whose client has gone", async () => {
  let subscriptions = 0
  const subscribe = () => {
    subscriptions++
    return Promise.resolve(() => subscriptions--)
  }
  const read = () => Promise.resolve({ id: "order_1" })
  const { client, leave } = await sentAtOnce(["/a", "/b", "/c"], (_path, response) =>
    streamChanges(response, { event: "order", subscribe, read, isHead: false }),
  )
  await once(client, "data")
  await leave()
  await expect.poll(() => subscriptions).toBe(0)
})
