import Fastify, { type FastifyReply } from "fastify"
import { once } from "node:events"
import { connect } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { answerInTurn, clientOf, limitConcurrency } from "./limits"

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2::1", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
])("the client at %s counts as %s", (address, client) => {
  expect(clientOf(address)).toBe(client)
})

test("a client that sent many requests without waiting for answers, and left, may ask as often at once as before", async () => {
  const app = Fastify({ forceCloseConnections: true })
  onTestFinished(() => app.close())
  answerInTurn(app)
  limitConcurrency(app, 2)
  const slow: FastifyReply[] = []
  app.get("/slow", (_request, reply) => void slow.push(reply))
  app.get("/", () => "answered")
  const url = await app.listen()
  const client = connect(Number(new URL(url).port), "127.0.0.1")
  client.write("GET /slow HTTP/1.1\r\nhost: shop\r\n\r\n".repeat(5))
  await expect.poll(() => slow.length).toBeGreaterThan(0)
  const [first] = slow
  const gone = first && once(first.raw, "close")
  client.destroy()
  await gone
  const other = fetch(`${url}/slow`)
  await expect.poll(() => slow.length).toBe(2)
  expect((await fetch(url)).status).toBe(200)
  slow[1]?.send("answered too")
  expect((await other).status).toBe(200)
})
