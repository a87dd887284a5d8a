import { createServer, type RequestListener, type Server } from "node:http"
import { afterEach, describe, expect, it } from "vitest"
import { whyNoAnswer } from "./why-no-answer"

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function listen(answer: RequestListener): Promise<string> {
  server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  return `http://localhost:${address !== null && typeof address === "object" ? address.port : ""}`
}
const failureOf = (url: string, init: RequestInit = {}) =>
  fetch(url, init).then(
    () => "an answer",
    (error: unknown) => whyNoAnswer(error),
  )

describe("why there was no answer", () => {
  it("names a refused connection", async () => {
    const url = await listen(() => undefined)
    await new Promise((resolve) => server.close(resolve))
    expect(await failureOf(url)).toMatch(/^no answer \(.*ECONNREFUSED/)
  })

  it("names a connection that was closed", async () => {
    const url = await listen((request) => request.socket.destroy())
    expect(await failureOf(url)).toBe("no answer (other side closed)")
  })

  it("says when it took too long", async () => {
    const url = await listen(() => undefined)
    expect(await failureOf(url, { signal: AbortSignal.timeout(20) })).toBe("it took too long")
  })
})
