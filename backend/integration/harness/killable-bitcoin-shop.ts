import { orderSchema, type Order, type PlacedOrder } from "@shop/contracts"
import { inject } from "vitest"
import { call } from "./call"
import { checkoutOf, fillCart, order } from "./checkout"
import { makeProduct, type MadeProduct } from "./fixtures"
import { killableShop, type KillableShop } from "./killable-shop"
import { databaseUrl } from "./postgres"
import { startRegtest, type Regtest } from "./regtest"
import { baseSettings } from "./settings"
import { signInStaff } from "./staff"
import { copyTemplate, dropDatabase } from "./template"

/** A shop with a separate Bitcoin network that a spec kills. */
export interface KillableBitcoinShop {
  network: Regtest
  /** postgres://… */
  database: string
  shop: KillableShop
  /** An unpaid order of one new product. */
  placeOne(): Promise<{ product: MadeProduct; placed: PlacedOrder }>
  read(orderId: string): Promise<Order>
  stop(): Promise<void>
}

/** @param name unique among the specs; letters, digits and underscores */
export async function startKillableBitcoinShop(name: string): Promise<KillableBitcoinShop> {
  const network = await startRegtest()
  const copy = await copyTemplate(inject("postgresUrl"), inject("template"), `shop_own_${name}`)
  const database = databaseUrl(inject("postgresUrl"), copy.database)
  const settings = {
    ...baseSettings(database, copy.mediaDir),
    BITCOIN_ESPLORA_URL: network.url,
    BITCOIN_POLL_SECONDS: "0.3",
    BITCOIN_HOLD_MINUTES: "0",
  }
  const shop = killableShop(settings, name)
  return {
    network,
    database,
    shop,
    placeOne: async () => {
      const { url } = await shop.up()
      const product = await makeProduct(await signInStaff(url))
      return { product, placed: await order(checkoutOf(await fillCart(product, 1, undefined, url), 5), url) }
    },
    read: async (id) => call(orderSchema, `/api/orders/${id}`, { backendUrl: (await shop.up()).url }),
    stop: async () => {
      await shop.stop()
      await network.stop()
      await dropDatabase(inject("postgresUrl"), copy.database)
    },
  }
}
