import { z } from "zod"
import { localServer, refusePages, sendText } from "../html/local-server.js"
import { announce } from "../process/child.js"
import { bcoin } from "./bcoin.js"
import { controlRoutes } from "./control-routes.js"
import { esploraRoutes } from "./esplora-routes.js"
import { Explorer } from "./explorer.js"
import { Faults } from "./faults.js"
import { RegtestNode } from "./node.js"
import { Payer } from "./payer.js"

/** Receives the rewards of automatic blocks. Its key is unknown. */
const REWARD_ADDRESS = "bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202"

const { BITCOIN_DATA, ESPLORA_PORT, BLOCK_SECONDS, LIGHTNING_PORT } = z
  .object({
    BITCOIN_DATA: z.string().min(1),
    ESPLORA_PORT: z.coerce.number().int().min(0).max(65535),
    BLOCK_SECONDS: z.coerce.number().min(0),
    LIGHTNING_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  })
  .parse(process.env)

const others = bcoin.Address.fromString(REWARD_ADDRESS, "regtest")
const node = await RegtestNode.open(BITCOIN_DATA)
const payer = Payer.open(node, BITCOIN_DATA)
await node.queue.run(() => payer.fund(others))

const app = localServer()
refusePages(app)
app.setNotFoundHandler((request, reply) =>
  sendText(reply, 404, `endpoint does not exist ${JSON.stringify(request.url)}`),
)
controlRoutes(app, { node, payer, faults: new Faults(node, payer, others), others })
esploraRoutes(app, node, new Explorer(node))
const lightning = LIGHTNING_PORT === undefined ? undefined : await startLightning(LIGHTNING_PORT)
const url = await app.listen({ host: "127.0.0.1", port: ESPLORA_PORT })
const mine = () => void node.queue.run(() => node.mine(1, others)).catch(console.error)
const timer = BLOCK_SECONDS === 0 ? undefined : setInterval(mine, BLOCK_SECONDS * 1000)
const close = async () => {
  clearInterval(timer)
  await app.close()
  await lightning?.close()
  await node.close()
}
announce(url, close, { lightning: lightning && { url: lightning.url, credentials: lightning.credentials } })

/** Loads LDK only when it is wanted. */
async function startLightning(port: number) {
  const { startLightning: start } = await import("../lightning/start.js")
  return start({ node, payer, others, dataDir: BITCOIN_DATA, port, controls: app })
}
