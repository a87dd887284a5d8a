import type { FastifyInstance } from "fastify"
import { z } from "zod"
import { body } from "../bitcoin/control-routes.js"
import { localServer, refusePages } from "../html/local-server.js"
import { coreLightningApi } from "./core-lightning-api.js"
import { CREDENTIALS } from "./credentials.js"
import { lndApi } from "./lnd-api.js"
import { LightningNetwork } from "./network.js"
import { phoenixdApi } from "./phoenixd-api.js"

const APIS = { lnd: lndApi, phoenixd: phoenixdApi, "core-lightning": coreLightningApi }
const payBody = z.strictObject({ bolt11: z.string(), msat: z.int().positive().optional() })
const awayBody = z.strictObject({ away: z.boolean() })

/**
 * Starts the Lightning network beside the chain of this process. The merchant's node speaks each node's own API on `port`: under /lnd,
 * /phoenixd and /core-lightning. The commands under /sandbox/lightning are the chain's server's.
 */
export async function startLightning(
  parts: Parameters<typeof LightningNetwork.open>[0] & { port: number; controls: FastifyInstance },
) {
  const { port, controls } = parts
  const network = await LightningNetwork.open(parts)
  let isAway = false
  const app = localServer()
  refusePages(app)
  app.addHook("onRequest", (request, _, done) => {
    if (isAway) request.raw.socket.destroy()
    else done()
  })
  for (const [name, api] of Object.entries(APIS))
    await app.register(
      (scope, _, done) => {
        api(scope, network)
        done()
      },
      { prefix: `/${name}` },
    )
  const url = await app.listen({ host: "127.0.0.1", port })

  controls.post("/sandbox/lightning/pay", async (request) => {
    const { bolt11, msat } = body(payBody, request.body)
    return { preimage: await network.shopper.pay(bolt11, msat) }
  })
  controls.post("/sandbox/lightning/away", (request) => {
    isAway = body(awayBody, request.body).away
    return { isAway }
  })
  controls.post("/sandbox/lightning/kill", async () => {
    await network.kill()
    return {}
  })
  return {
    url,
    hub: network.hubAddress,
    credentials: CREDENTIALS,
    close: async () => {
      await app.close()
      network.close()
    },
  }
}
