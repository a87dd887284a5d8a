import { progressOn } from "@shop/sandbox/progress"
import { startShop } from "@shop/sandbox/shop"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { announcedStack, announceStack } from "./stack"

/** All shoppers of the journeys share one IP address. */
export const JOURNEY_SETTINGS = {
  BRAND: "demo",
  WRITES_PER_MINUTE: "1200",
  ORDER_READS_PER_MINUTE: "6000",
  STOREFRONT_SEARCHES_PER_MINUTE: "1200",
  UNPAID_STOCK_PERCENT: "100",
  BITCOIN_LIGHTNING_NODE: "lnd",
  // £50 at the fixed rate: the page of every smaller order is as specified.
  BITCOIN_LIGHTNING_MIN_SATS: "125000",
}

/**
 * Starts a shop for the journeys, built as for production, on free ports, with temporary data. With SHOP_UNDER_TEST
 * (JSON as in stack.ts) the journeys use a running shop instead.
 *
 * @param isMultiProcess two servers and a worker with one Redis; fails on a machine without Redis
 * @param brand the folder in brands/ [demo]
 * @returns a function that stops it
 */
export async function startShopUnderTest(
  isMultiProcess: boolean,
  brand = JOURNEY_SETTINGS.BRAND,
): Promise<() => Promise<void>> {
  if (announcedStack()) return () => Promise.resolve()

  const dataDir = await mkdtemp(join(tmpdir(), "shop-journeys-"))
  const shop = await startShop({
    dataDir,
    isMultiProcess,
    settings: { ...JOURNEY_SETTINGS, BRAND: brand },
    progress: progressOn(process.stdout),
  })
  // The shop starts without the sign-in emulator, but the journeys need it.
  await shop.signInReady
  announceStack({
    storefrontUrl: shop.url,
    backendUrl: shop.backendUrl,
    bitcoinUrl: shop.bitcoinUrl,
    lightning: shop.lightning,
    mailboxUrl: shop.mailUrl,
    cardsUrl: shop.cardsUrl,
    databaseUrl: shop.databaseUrl,
    admin: { email: shop.admin.email, password: shop.admin.password ?? "" },
  })
  return async () => {
    await shop.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
