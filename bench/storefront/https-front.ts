import { Agent, request, type IncomingHttpHeaders } from "node:http"
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2"
import { generate } from "selfsigned"

/** A server with TLS and HTTP/2 in front of a shop. Its certificate is its own. */
export interface HttpsFront {
  /** https://localhost:port */
  url: string
  stop: () => Promise<void>
}

/** HTTP/2 has none of these (RFC 9113, section 8.2.2). */
const OF_THE_CONNECTION = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade"])

/** Starts what Caddy is in a deployment. With HTTP/1.1 a page's files would wait for six connections. */
export async function startHttpsFront(shop: string): Promise<HttpsFront> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }])
  const agent = new Agent({ keepAlive: true })
  const server = createSecureServer({ key, cert, allowHTTP1: true }, (incoming, outgoing) =>
    forward(shop, agent, incoming, outgoing),
  )
  const sessions = new Set<{ destroy: () => void }>()
  server.on("session", (session) => {
    sessions.add(session)
    session.once("close", () => sessions.delete(session))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("A server listens on a port")
  return {
    url: `https://localhost:${String(address.port)}`,
    stop: async () => {
      agent.destroy()
      for (const session of sessions) session.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function forward(
  shop: string,
  agent: Agent,
  incoming: Http2ServerRequest,
  outgoing: Http2ServerResponse,
): void {
  const headers = { ...forwarded(incoming.headers), host: new URL(shop).host }
  const asked = request(shop + incoming.url, { method: incoming.method, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, forwarded(answer.headers))
    answer.pipe(outgoing)
  })
  asked.on("error", (error) => outgoing.destroy(error))
  incoming.pipe(asked)
}

const forwarded = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(":") && !OF_THE_CONNECTION.has(name)),
  )
