import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import { expect, it, onTestFinished } from "vitest"
import { findFreePort } from "../process/ports.js"
import { startBalancer } from "./balancer.js"

async function server(listener: RequestListener): Promise<{ port: number; end(): void }> {
  const port = await findFreePort()
  const running = createServer(listener).listen(port, "127.0.0.1")
  await once(running, "listening")
  const end = () => {
    running.closeAllConnections()
    running.close()
  }
  onTestFinished(end)
  return { port, end }
}

const answersWith =
  (name: string): RequestListener =>
  (request, response) => {
    request.pipe(response.setHeader("x-name", name))
  }
const breaksConnection: RequestListener = (request) => void request.socket.destroy()

async function balance(ports: readonly number[]) {
  const port = await findFreePort()
  const balancer = await startBalancer(
    port,
    ports.map((own, index) => ({ name: `server-${String(index + 1)}`, pid: 1, port: own })),
    [],
  )
  onTestFinished(() => balancer.stop())
  return `http://127.0.0.1:${String(port)}`
}

const post = (url: string) => fetch(url, { method: "POST", body: "honey" })
const names = async (url: string, times: number) => {
  const found: (string | null)[] = []
  for (let turn = 0; turn < times; turn++) found.push((await post(url)).headers.get("x-name"))
  return found
}

it("alternates between the servers and skips one that does not listen, keeping the body", async () => {
  const [first, second] = [await server(answersWith("a")), await server(answersWith("b"))]
  const url = await balance([first.port, second.port])
  expect(await names(url, 4)).toEqual(["a", "b", "a", "b"])
  first.end()
  expect(await names(url, 3)).toEqual(["b", "b", "b"])
  expect(await (await post(url)).text()).toBe("honey")
})

it("retries a failed GET on the other server; a failed write is a 502 and is never repeated", async () => {
  let written = 0
  const other = await server((request, response) => {
    if (request.method === "POST") written++
    response.end("here")
  })
  const url = await balance([(await server(breaksConnection)).port, other.port])
  expect(await (await fetch(url)).text()).toBe("here")
  await fetch(url)
  expect((await post(url)).status).toBe(502)
  expect(written).toBe(0)
})

it("interrupts a response that the server interrupts, and reports the open requests", async () => {
  const streaming = await server((_, response) => void response.write("one"))
  const url = await balance([streaming.port])
  const stream = await fetch(`${url}/events`)
  const status = async () => (await fetch(`${url}/sandbox/servers`)).json()
  expect(await status()).toMatchObject({ servers: [{ answered: 1, open: ["/events"] }] })
  streaming.end()
  await expect(stream.text()).rejects.toThrow()
  await expect.poll(status).toMatchObject({ servers: [{ open: [] }] })
})
