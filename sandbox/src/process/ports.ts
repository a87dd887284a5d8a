import { createServer, type Server } from "node:net"

export function isPortFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** A free port on 127.0.0.1, chosen by the operating system. */
export async function findFreePort(): Promise<number> {
  const [port] = await findFreePorts(1)
  if (port === undefined) throw new Error("The system returned no port.")
  return port
}

/** Different free ports on 127.0.0.1. Each is held until all are found: the system may return a released one again. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listenOnAnyPort))
  const ports = servers.map((server) => {
    const address = server.address()
    if (address === null || typeof address !== "object") throw new Error("The system returned no port.")
    return address.port
  })
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

function listenOnAnyPort(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => resolve(server))
  })
}
