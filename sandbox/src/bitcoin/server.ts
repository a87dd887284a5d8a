import Fastify from "fastify"
import { bcoin } from "./bcoin.js"
import { BlockTimer } from "./block-timer.js"
import { controlRoutes } from "./control-routes.js"
import { esploraRoutes } from "./esplora-routes.js"
import { Explorer } from "./explorer.js"
import { Faults } from "./faults.js"
import { RegtestNode } from "./node.js"
import { Payer } from "./payer.js"

/** Nobody's: the rewards of automatic blocks go here. */
const OTHERS = "bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202"

export interface BitcoinServerOptions {
  dataDir: string
  /** 0: one that is free */
  port: number
  /** A block every so many seconds; 0: only on demand */
  blockSeconds: number
}

/** A regtest network with Esplora's HTTP API and the sandbox's controls, on 127.0.0.1 only. */
export async function serveBitcoin(
  options: BitcoinServerOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  const others = bcoin.Address.fromString(OTHERS, "regtest")
  const node = await RegtestNode.open(options.dataDir)
  const payer = Payer.open(node, options.dataDir)
  await node.queue.run(() => payer.fund(others))
  const timer = new BlockTimer(() => node.queue.run(() => node.mine(1, others)))

  const app = Fastify({ bodyLimit: 1_000_000, forceCloseConnections: true })
  app.addHook("onRequest", (request, reply, done) => {
    // A web page the developer happens to have open must not be able to reach this, nor by a name that it made up.
    const local = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? "")
    if (local && request.headers.origin === undefined) return done()
    return reply.code(403).type("text/plain").send("The sandbox answers programs on this machine only.")
  })
  app.addContentTypeParser(
    ["text/plain", "application/x-www-form-urlencoded", "application/octet-stream"],
    { parseAs: "string" },
    (_, text, done) => done(null, text),
  )
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .type("text/plain")
      .send(`endpoint does not exist ${JSON.stringify(request.url)}`),
  )
  controlRoutes(app, { node, payer, faults: new Faults(node, payer, others), timer, others })
  esploraRoutes(app, node, new Explorer(node))
  const url = await app.listen({ host: "127.0.0.1", port: options.port })
  timer.every(options.blockSeconds)
  return {
    url,
    async close() {
      timer.every(0)
      await app.close()
      await node.close()
    },
  }
}
