import { once } from "node:events"
import type { Server } from "node:http"

/** Lets a test's server listen on a free port of this machine. */
export async function listenOnLoopback(server: Server): Promise<{ url: string; stop: () => Promise<void> }> {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
