import { startShop } from "@shop/sandbox"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { announcedStack, announceStack, stackSchema } from "./stack"

/**
 * Starts a whole shop of its own for the journeys: free ports, data in a folder that is thrown away.
 * With SHOP_UNDER_TEST (JSON as in stack.ts) they go to a shop that runs already.
 *
 * @returns what stops it again
 */
export default async function startShopUnderTest(): Promise<() => Promise<void>> {
  if (announcedStack()) return () => Promise.resolve()

  const dataDir = await mkdtemp(join(tmpdir(), "shop-journeys-"))
  const shop = await startShop({ dataDir })
  announceStack(stackSchema.parse(shop))
  return async () => {
    await shop.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
