import { join } from "node:path"
import { startBitcoin } from "../bitcoin/start.js"
import { startCardProcessor } from "../card-processor/start.js"
import { startMailbox } from "../mailbox/start.js"
import type { Binaries } from "../postgres/binaries.js"
import { startPostgres } from "../postgres/start.js"
import { requireRedis, startRedis } from "../redis/start.js"

/** The card processor accepts only these. */
export const CARD_KEYS = { secretKey: "sk_test_smokeTest", webhookSecret: "whsec_smokeTest" }

export const urlOf = (port: string | number = "") => `http://127.0.0.1:${port}`

export type Services = Awaited<ReturnType<typeof startServices>>

/**
 * Starts what the images do not contain as processes of this machine: PostgreSQL, Redis, a Bitcoin node, a card processor
 * and a mailbox.
 */
export async function startServices(folder: string, binaries: Binaries, shopPort: number) {
  const [postgres, redis, bitcoin, cards, mailbox] = await Promise.all([
    startPostgres({ dataDir: join(folder, "postgres"), isTemporary: true, binaries }),
    startRedis(requireRedis("The test of the images"), "smoke-test-redis"),
    startBitcoin({ dataDir: join(folder, "bitcoin"), blockSeconds: 1 }),
    startCardProcessor({
      ...CARD_KEYS,
      dataDir: join(folder, "cards"),
      webhookUrl: `${urlOf(shopPort)}/api/webhooks/stripe`,
      logFile: join(folder, "logs/card-processor.log"),
    }),
    startMailbox({ dataDir: join(folder, "mail") }),
  ])
  const stop = async () => {
    await Promise.all([redis.stop(), bitcoin.stop(), cards.stop(), mailbox.stop()])
    await postgres.stop()
  }
  return { postgres, redis, bitcoin, cards, mailbox, stop }
}
