import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  chooseLightning,
  type LightningSettings,
} from "../../src/modules/bitcoin-payment/src/adapters/choose-lightning"
import type { Network } from "../../src/modules/bitcoin-payment/src/adapters/descriptor"
import { describeLightningNode } from "../../src/modules/bitcoin-payment/src/adapters/lightning-node.contract"
import { lightningFindings } from "../../../sandbox/src/launcher/check-settings"
import { satoshis } from "../../src/modules/bitcoin-payment/src/domain/satoshis"
import { LIGHTNING_NODES, type LightningNodeName } from "../harness/lightning"
import { startJudgedLnd, type JudgedLnd } from "../harness/lnd-protos"
import { startRegtestWithLightning } from "../harness/regtest"

/** Right in form and allowed, and not the node's own. */
const WRONG: Record<LightningNodeName, (credential: string) => string> = {
  lnd: (macaroon) => `${macaroon.slice(0, -2)}00`,
  phoenixd: () => "wrong",
  "core-lightning": (rune) =>
    Buffer.concat([Buffer.alloc(32, 1), Buffer.from(rune, "base64url").subarray(32)]).toString("base64url"),
}

let network: Awaited<ReturnType<typeof startRegtestWithLightning>>
let lnd: JudgedLnd
beforeAll(async () => {
  network = await startRegtestWithLightning()
  lnd = await startJudgedLnd(network.lightning.apiOf("lnd").url)
})
afterAll(async () => {
  await lnd.stop()
  await network.stop()
})

function connect(
  node: LightningNodeName,
  chain: Network = "regtest",
  change = (credential: string) => credential,
) {
  const { url, credential } = network.lightning.apiOf(node)
  const settings: LightningSettings = {
    node,
    url: node === "lnd" ? lnd.url : url,
    credential: change(credential),
    ...{ autoLiquidity: true, minSats: 1, maxSats: 1_000_000 },
  }
  return chooseLightning(settings, chain)
}

for (const node of LIGHTNING_NODES) {
  const canCancel = node !== "phoenixd"
  describeLightningNode(`${node} over real Lightning payments`, canCancel, () => ({
    node: connect(node),
    misled: connect(node, "signet"),
    withWrongCredential: connect(node, "regtest", WRONG[node]),
    pay: async (bolt11, msat) => (await network.lightning.pay(bolt11, msat)).preimage,
    setAway: (away) => network.lightning.setAway(away),
    kill: () => network.lightning.kill(),
  }))
}

describe("LND's own definitions", () => {
  it("hold every request that the shop sends, and every answer that the sandbox gives", () => {
    expect(lnd.misfits).toEqual([])
    expect([...lnd.calls].sort()).toMatchInlineSnapshot(`
      [
        "/^GET \\/v1\\/balance\\/channels$/",
        "/^GET \\/v1\\/getinfo$/",
        "/^GET \\/v1\\/invoice\\//",
        "/^GET \\/v1\\/invoices\\?/",
        "/^POST \\/v1\\/invoices$/",
        "/^POST \\/v2\\/invoices\\/cancel$/",
      ]
    `)
  })
})

describe("Core Lightning's labels", () => {
  it("make a repeated request the same invoice, and refuse another amount", async () => {
    const node = connect("core-lightning")
    const request = { sats: satoshis(5000n), description: "Order 4", expirySeconds: 60, label: "order 4" }
    const first = await node.create(request)
    expect(await node.create(request)).toEqual(first)
    await expect(node.create({ ...request, sats: satoshis(6000n) })).rejects.toThrow("another amount")
  })
})

describe("npm run doctor", () => {
  it("asks the developer's own node, and says why Lightning is not offered", async () => {
    const ask = async (given: Record<string, string>) => {
      const findings = await lightningFindings({ given: { BITCOIN_LIGHTNING_NODE: "lnd", ...given } })
      return findings.map(({ isGood, text }) => `${isGood ? "✔" : "✘"} ${text}`)
    }
    const { url: BITCOIN_LIGHTNING_URL, credential: BITCOIN_LIGHTNING_CREDENTIAL } =
      network.lightning.apiOf("lnd")
    const [healthy, broken] = await Promise.all([
      ask({ BITCOIN_LIGHTNING_URL, BITCOIN_LIGHTNING_CREDENTIAL }),
      ask({ BITCOIN_LIGHTNING_URL, BITCOIN_LIGHTNING_CREDENTIAL: "abcd" }),
    ])
    expect(healthy).toEqual([
      expect.stringMatching(/^✔ The Lightning node sandbox answers on regtest/),
      "✔ Its credential cannot spend.",
      expect.stringMatching(/^✔ It can receive \d+ satoshis/),
    ])
    expect(broken).toEqual([
      expect.stringMatching(/^✘ Lightning is not offered: .*not a macaroon.*bakemacaroon/s),
    ])
    expect(await ask({ BITCOIN_LIGHTNING_NODE: "off" })).toEqual([])
  })
})
