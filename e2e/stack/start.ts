import { progressOn } from "@shop/sandbox/progress"
import { startShop } from "@shop/sandbox/shop"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { announcedStack, announceStack } from "./stack"

/**
 * Starts a whole shop of its own for the journeys: built as for production, on free ports, with its data in a
 * folder that is thrown away. With SHOP_UNDER_TEST (JSON as in stack.ts) they go to a shop that runs already.
 *
 * @param several two servers and a worker on one Redis in the place of one backend; it fails where there is no Redis
 * @returns what stops it again
 */
export async function startShopUnderTest(several: boolean): Promise<() => Promise<void>> {
  if (announcedStack()) return () => Promise.resolve()

  const dataDir = await mkdtemp(join(tmpdir(), "shop-journeys-"))
  const shop = await startShop({
    dataDir,
    isMultiProcess: several,
    // All shoppers of the journeys come from one address.
    settings: { WRITES_PER_MINUTE: "1200" },
    progress: progressOn(process.stdout),
  })
  // The shop does not wait for Google's stand-in; its journeys do.
  await shop.signInReady
  announceStack({
    storefrontUrl: shop.url,
    backendUrl: shop.backendUrl,
    bitcoinUrl: shop.bitcoinUrl,
    mailboxUrl: shop.mailUrl,
    admin: { email: shop.admin.email, password: shop.admin.password ?? "" },
  })
  return async () => {
    await shop.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
