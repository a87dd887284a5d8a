import { formatBitcoin } from "@shop/contracts"
import { afterAll, beforeAll, expect, it } from "vitest"
import { z } from "zod"
import { bitcoinShopAt, type BitcoinShop } from "../harness/bitcoin-shop"
import {
  hasElectrum,
  runInElectrum,
  startElectrum,
  WITHOUT_ELECTRUM,
  type Electrum,
} from "../harness/electrum"
import { startElectrumServer } from "../harness/electrum-server"
import type { Backend } from "../harness/medusa"
import { startOwnBackend } from "../harness/own-backend"
import { eventually, startRegtestWithLightning } from "../harness/regtest"

const READ_CODE = `
import json, sys
from electrum import constants, util
constants.set_regtest()
print(json.dumps(util.parse_URI(json.load(sys.stdin))))
`
const codeSchema = z.object({ address: z.string(), amount: z.int(), lightning: z.string() })
const balanceSchema = z.object({ confirmed: z.string().transform(Number) })
const channelsSchema = z.array(z.object({ state: z.string(), peer_state: z.string() }))
const paidSchema = z.object({ success: z.boolean(), preimage: z.string() })

/** Electrum connects to a Bitcoin network and a Lightning node as it does anywhere: nothing of the sandbox is in it. */
if (hasElectrum) {
  let network: Awaited<ReturnType<typeof startRegtestWithLightning>>
  let server: Awaited<ReturnType<typeof startElectrumServer>>
  let backend: Backend
  let shop: BitcoinShop
  let wallet: Electrum
  beforeAll(async () => {
    network = await startRegtestWithLightning()
    server = await startElectrumServer(network.url)
    const own = await startOwnBackend("electrum", {
      ...{ BITCOIN_ESPLORA_URL: network.url, BITCOIN_POLL_SECONDS: "0.3" },
      ...network.lightning.settings,
    })
    backend = own
    shop = await bitcoinShopAt(own.url, own.databaseUrl)
    wallet = await startElectrum(server.port)
    await network.pay(await wallet.run("getunusedaddress"), 20_000_000n)
    await network.mine()
    await wallet.until(balanceSchema, ({ confirmed }) => confirmed > 0, "getbalance")
    await wallet.run("open_channel", network.lightning.hub, "0.05")
    await eventually(
      async () => {
        await network.mine()
        return channelsSchema.parse(JSON.parse(await wallet.run("list_channels")))
      },
      ([channel]) => channel?.state === "OPEN" && channel.peer_state === "GOOD",
    )
  })
  afterAll(async () => {
    await wallet.stop()
    await server.stop()
    await backend.stop()
    await network.stop()
  })

  /** What Electrum reads from the code of both rails of a new order. */
  async function scanned() {
    const { id } = await shop.placeOne()
    const { bitcoin } = await eventually(
      () => shop.read(id),
      ({ bitcoin }) => Boolean(bitcoin?.lightning),
    )
    return { id, code: runInElectrum(codeSchema, READ_CODE, bitcoin?.lightning?.unifiedUri) }
  }

  it("Electrum pays the Lightning invoice of the code over a channel of its own: the order is paid without a block", async () => {
    const { id, code } = await scanned()
    const paid = paidSchema.parse(JSON.parse(await wallet.run("lnpay", code.lightning)))
    expect(paid).toMatchObject({ success: true })
    await shop.untilPaid(id)
    expect((await shop.read(id)).bitcoin).toMatchObject({ isPaidByLightning: true })
    expect(
      await shop.ask(
        `select 1 from bitcoin_lightning_invoice l join bitcoin_invoice i on i.id = l.invoice_id
          where i.order_id = $1 and l.preimage = $2`,
        [id, paid.preimage],
      ),
    ).toHaveLength(1)
  })

  it("Electrum pays the same code of another order on the chain: the order is paid by a block", async () => {
    const { id, code } = await scanned()
    const signed = await wallet.run("payto", code.address, formatBitcoin(BigInt(code.amount)))
    await wallet.run("broadcast", signed)
    await shop.untilState(id, "seen")
    await network.mine()
    await shop.untilPaid(id)
    expect((await shop.read(id)).bitcoin).toMatchObject({ isPaidByLightning: false })
  })
} else it("finds no Electrum: what it pays was NOT tested", ({ skip }) => skip(WITHOUT_ELECTRUM))
