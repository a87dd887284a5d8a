import { localServer, refusePages, sendText } from "../html/local-server.js"
import { bcoin } from "./bcoin.js"
import { controlRoutes } from "./control-routes.js"
import { esploraRoutes } from "./esplora-routes.js"
import { Explorer } from "./explorer.js"
import { Faults } from "./faults.js"
import { RegtestNode } from "./node.js"
import { Payer } from "./payer.js"

/** Receives the rewards of automatic blocks. Its key is unknown. */
const REWARD_ADDRESS = "bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202"

export interface NetworkOptions {
  /** Kept between starts: chain, mempool and the payer's key */
  dataDir: string
  /** 0: a free one */
  port: number
  /** Between automatic blocks; 0: none */
  blockSeconds: number
  /** Where the merchant's Lightning node answers; 0: a free port [no Lightning network] */
  lightningPort?: number | undefined
}

/** Opens a regtest network with one node in this process, see `startBitcoin`. */
export async function openNetwork({ dataDir, port, blockSeconds, lightningPort }: NetworkOptions) {
  const others = bcoin.Address.fromString(REWARD_ADDRESS, "regtest")
  const node = await RegtestNode.open(dataDir)
  const payer = Payer.open(node, dataDir)
  await node.queue.run(() => payer.fund(others))

  const app = localServer()
  refusePages(app)
  app.setNotFoundHandler((request, reply) =>
    sendText(reply, 404, `endpoint does not exist ${JSON.stringify(request.url)}`),
  )
  controlRoutes(app, { node, payer, faults: new Faults(node, payer, others), others })
  esploraRoutes(app, node, new Explorer(node))
  const lightning = lightningPort === undefined ? undefined : await startLightning(lightningPort)
  const url = await app.listen({ host: "127.0.0.1", port })
  const mine = () => void node.queue.run(() => node.mine(1, others)).catch(console.error)
  const timer = blockSeconds === 0 ? undefined : setInterval(mine, blockSeconds * 1000)
  return {
    url,
    lightning: lightning && { url: lightning.url, hub: lightning.hub, credentials: lightning.credentials },
    close: async () => {
      clearInterval(timer)
      await app.close()
      await lightning?.close()
      await node.close()
    },
  }

  /** Loads LDK only when it is wanted. */
  async function startLightning(at: number) {
    const { startLightning: start } = await import("../lightning/start.js")
    return start({ node, payer, others, dataDir, port: at, controls: app })
  }
}
