import { once } from "node:events"
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http"
import { buffer } from "node:stream/consumers"

export interface Upstream {
  name: string
  pid: number
  port: number
}

interface Counted extends Upstream {
  answered: number
  /** The paths of its open requests, such as an event stream */
  open: string[]
}

/** Reports the processes behind the balancer. Medusa has no such path. */
const STATUS_PATH = "/sandbox/servers"

/**
 * A round-robin load balancer. Like the proxy in docker/Caddyfile it skips a server that does not listen, and retries a
 * GET on another server when the connection breaks before the response. Every other failure is a 502.
 * @param others processes without requests, for the status report only
 */
export async function startBalancer(
  port: number,
  upstreams: readonly Upstream[],
  others: readonly Upstream[],
): Promise<{ stop(): Promise<void> }> {
  const servers: Counted[] = upstreams.map((upstream) => ({ ...upstream, answered: 0, open: [] }))
  let requestCount = 0
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.url === STATUS_PATH) {
      outgoing.setHeader("content-type", "application/json")
      outgoing.end(JSON.stringify({ servers, others }))
      return
    }
    const body = await buffer(incoming)
    const first = requestCount++
    for (let tried = 0; tried < servers.length; tried++) {
      const server = servers[(first + tried) % servers.length]
      if (server === undefined) continue
      const outcome = await forward(server, incoming, body, outgoing)
      if (outcome === "answered") return
      if (outcome === "broke" && incoming.method !== "GET") break
    }
    outgoing.writeHead(502).end()
  }
  const balancer = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy())
  })
  balancer.listen(port, "127.0.0.1")
  await once(balancer, "listening")
  return {
    async stop() {
      balancer.closeAllConnections()
      balancer.close()
      await once(balancer, "close")
    },
  }
}

/** `Connection` applies to one hop only. */
const withoutConnection = ({ connection: _, ...headers }: IncomingHttpHeaders) => headers

type Outcome = "answered" | "unreachable" | "broke"

function forward(
  server: Counted,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<Outcome> {
  const path = incoming.url ?? "/"
  return new Promise((resolve) => {
    const forwarded = request({
      host: "127.0.0.1",
      port: server.port,
      method: incoming.method,
      path,
      headers: withoutConnection(incoming.headers),
      agent: false,
    })
    const abort = () => forwarded.destroy()
    outgoing.once("close", abort)
    forwarded.once("response", (answer) => {
      server.answered++
      server.open.push(path)
      answer.once("close", () => server.open.splice(server.open.indexOf(path), 1))
      // An interrupted response is interrupted for the client as well.
      answer.once("error", () => outgoing.destroy())
      outgoing.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers))
      answer.pipe(outgoing)
      resolve("answered")
    })
    forwarded.on("error", (error: NodeJS.ErrnoException) => {
      outgoing.off("close", abort)
      resolve(error.code === "ECONNREFUSED" ? "unreachable" : "broke")
    })
    forwarded.end(body)
  })
}
