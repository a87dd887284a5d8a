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
  /** The paths of the requests that it is answering now: a stream of events stays here */
  open: string[]
}

/** How the balancer's own address tells of the processes behind it; Medusa has no such path. */
const CONTROL = "/sandbox/servers"

/**
 * One door to several servers, who take turns. Like the proxy of docker/Caddyfile it passes over a server that nobody
 * listens for, and tries a GET once more elsewhere that broke before it was answered; all else that breaks is a 502.
 * @param others processes that take no requests, told of too
 */
export async function startBalancer(
  port: number,
  upstreams: readonly Upstream[],
  others: readonly Upstream[],
): Promise<{ stop(): Promise<void> }> {
  const servers: Counted[] = upstreams.map((upstream) => ({ ...upstream, answered: 0, open: [] }))
  let turn = 0
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.url === CONTROL) {
      outgoing.setHeader("content-type", "application/json")
      outgoing.end(JSON.stringify({ servers, others }))
      return
    }
    const body = await buffer(incoming)
    const first = turn++
    for (let tried = 0; tried < servers.length; tried++) {
      const server = servers[(first + tried) % servers.length]
      if (server === undefined) continue
      const outcome = await passOn(server, incoming, body, outgoing)
      if (outcome === "answered") return
      if (outcome === "broke" && incoming.method !== "GET") break
    }
    outgoing.writeHead(502).end()
  }
  const door = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy())
  })
  door.listen(port, "127.0.0.1")
  await once(door, "listening")
  return {
    async stop() {
      door.closeAllConnections()
      door.close()
      await once(door, "close")
    },
  }
}

/** Whether a connection stays open is between its two ends. */
const withoutConnection = ({ connection: _, ...headers }: IncomingHttpHeaders) => headers

type Outcome = "answered" | "unreachable" | "broke"

function passOn(
  server: Counted,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<Outcome> {
  const path = incoming.url ?? "/"
  return new Promise((resolve) => {
    const passed = request({
      host: "127.0.0.1",
      port: server.port,
      method: incoming.method,
      path,
      headers: withoutConnection(incoming.headers),
      agent: false,
    })
    const leave = () => passed.destroy()
    outgoing.once("close", leave)
    passed.once("response", (answer) => {
      server.answered++
      server.open.push(path)
      answer.once("close", () => server.open.splice(server.open.indexOf(path), 1))
      // What breaks in the middle of an answer breaks for the one who asked as well.
      answer.once("error", () => outgoing.destroy())
      outgoing.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers))
      answer.pipe(outgoing)
      resolve("answered")
    })
    passed.on("error", (error: NodeJS.ErrnoException) => {
      outgoing.off("close", leave)
      resolve(error.code === "ECONNREFUSED" ? "unreachable" : "broke")
    })
    passed.end(body)
  })
}
