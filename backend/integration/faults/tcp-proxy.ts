import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

/** A proxy between the shop and its database that can break connections. */
export interface TcpProxy {
  /** The database through this proxy. */
  readonly url: string
  /** Breaks all connections. */
  breakAll(): void
  /** Until `open`: rejects new connections. */
  refuse(): void
  /** Until `open`: keeps connections but transfers no data. */
  stall(): void
  open(): void
  close(): Promise<void>
}

/** @param databaseUrl postgres://… of the database itself */
export async function startTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl)
  const ends = new Set<Socket>()
  let isRefusing = false
  let isStalled = false

  const keep = (end: Socket, other: Socket) => {
    ends.add(end)
    if (isStalled) end.pause()
    end.on("data", (bytes: Buffer) => other.write(bytes))
    // An error on one side closes the other side. Errors are expected here.
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
