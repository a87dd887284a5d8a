import type { Order } from "@shop/contracts"
import { inject } from "vitest"
import { bitcoinShopAt, type BitcoinShop, type OpenOrder } from "./bitcoin-shop"
import { killableShop, type KillableShop } from "./killable-shop"
import { databaseUrl } from "./postgres"
import { startRegtest, type Regtest } from "./regtest"
import { baseSettings, type Settings } from "./settings"
import { copyTemplate, dropDatabase } from "./template"

/** A shop with a separate Bitcoin network that a spec kills. */
export interface KillableBitcoinShop {
  network: Regtest
  /** postgres://… */
  database: string
  shop: KillableShop
  /** Calls of the running shop, which is started if there is none. A kill ends their use. */
  running(): Promise<BitcoinShop>
  placeOne(): Promise<OpenOrder>
  read(orderId: string): Promise<Order>
  stop(): Promise<void>
}

/** @param name unique among the specs; letters, digits and underscores */
export async function startKillableBitcoinShop(
  name: string,
  others: Settings = {},
): Promise<KillableBitcoinShop> {
  const network = await startRegtest()
  const copy = await copyTemplate(inject("postgresUrl"), inject("template"), `shop_own_${name}`)
  const database = databaseUrl(inject("postgresUrl"), copy.database)
  const settings = {
    ...baseSettings(database, copy.mediaDir),
    SMTP_URL: inject("quietMailUrl"),
    BITCOIN_ESPLORA_URL: network.url,
    BITCOIN_POLL_SECONDS: "0.3",
    BITCOIN_HOLD_MINUTES: "0",
    ...others,
  }
  const current: { shop?: BitcoinShop } = {}
  const shop = killableShop(settings, name, async ({ url }) => {
    current.shop = await bitcoinShopAt(url, database)
  })
  const running = async () => {
    await shop.up()
    if (!current.shop) throw new Error("The shop did not start.")
    return current.shop
  }
  return {
    network,
    database,
    shop,
    running,
    placeOne: async () => (await running()).placeOne(),
    read: async (id) => (await running()).read(id),
    stop: async () => {
      await shop.stop()
      await network.stop()
      await dropDatabase(inject("postgresUrl"), copy.database)
    },
  }
}
