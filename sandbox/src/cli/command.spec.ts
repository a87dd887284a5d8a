import { createServer } from "node:http"
import { expect, it, onTestFinished } from "vitest"
import { receivedAt, sendToSandbox } from "./command.js"
import { z } from "zod"

/** A server that is not the sandbox, at the port where the command looks for it. */
async function answering(body: string): Promise<string> {
  const server = createServer((_request, response) => response.end(body))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return `http://127.0.0.1:${String(port)}`
}

it.each(["<!doctype html>", "{}", "null", '{"chain_stats":{}}'])(
  "what answers %s is no network of the sandbox, and the command says so in a sentence",
  async (body) => {
    const url = await answering(body)
    const sentence = `What answers at ${url} is no Bitcoin network of this sandbox.`
    await expect(sendToSandbox(url, "mine", {}, z.object({ height: z.number() }))).rejects.toThrow(sentence)
    await expect(receivedAt(url, "bcrt1q")).rejects.toThrow(sentence)
  },
)

it("a network that does not answer is to be started", async () => {
  await expect(receivedAt("http://127.0.0.1:1", "bcrt1q")).rejects.toThrow("Start it in another window.")
})
