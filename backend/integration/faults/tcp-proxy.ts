import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

/** The line between the shop and its database, which can be cut. */
export interface TcpProxy {
  /** The same database, by way of this line. */
  readonly url: string
  /** Breaks every connection that there is. */
  breakAll(): void
  /** Until `open`: whoever comes is turned away. */
  refuse(): void
  /** Until `open`: connections stand, and nothing gets through. */
  stall(): void
  open(): void
  close(): Promise<void>
}

/** @param databaseUrl postgres://… as it is reached directly */
export async function startTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl)
  const ends = new Set<Socket>()
  let isRefusing = false
  let isStalled = false

  const keep = (end: Socket, other: Socket) => {
    ends.add(end)
    if (isStalled) end.pause()
    end.on("data", (bytes: Buffer) => other.write(bytes))
    // Either end that breaks takes the other along; why it broke is what this line is for.
    end.on("error", () => other.destroy())
    end.once("close", () => {
      ends.delete(end)
      other.destroy()
    })
  }
  const server = createServer((incoming) => {
    if (isRefusing) {
      incoming.destroy()
      return
    }
    const outgoing = connect(Number(target.port || 5432), target.hostname)
    keep(incoming, outgoing)
    keep(outgoing, incoming)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const at = server.address()
  if (at === null || typeof at === "string") throw new Error("The proxy has no port.")
  const url = new URL(databaseUrl)
  url.hostname = "127.0.0.1"
  url.port = String(at.port)

  const breakAll = () => {
    for (const end of ends) end.destroy()
  }
  return {
    url: url.href,
    breakAll,
    refuse: () => {
      isRefusing = true
    },
    stall: () => {
      isStalled = true
      for (const end of ends) end.pause()
    },
    open: () => {
      isRefusing = false
      isStalled = false
      for (const end of ends) end.resume()
    },
    close: async () => {
      const closed = once(server, "close")
      server.close()
      breakAll()
      await closed
    },
  }
}
