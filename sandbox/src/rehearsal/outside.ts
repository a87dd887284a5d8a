import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { startBitcoin } from "../bitcoin/start.js"
import { SANDBOX_DESCRIPTOR } from "../launcher/regtest-wallet.js"
import { makePassword } from "../launcher/secrets.js"
import { startMailbox } from "../mailbox/start.js"
import type { Binaries } from "../postgres/binaries.js"
import { startPostgres } from "../postgres/start.js"
import { requireRedis, startRedis } from "../redis/start.js"

/**
 * What the images do not hold: database, queues, chain and mail, each a real one.
 * @param binaries a PostgreSQL with its tools, where backups are to be rehearsed
 */
export async function startOutside(folder: string, binaries: Binaries | undefined) {
  const program = requireRedis("The rehearsal")
  const [postgres, redis, bitcoin, mailbox] = await Promise.all([
    startPostgres({
      dataDir: join(folder, "postgres"),
      forgetful: true,
      ...(binaries && { binaries }),
    }),
    startRedis(program),
    startBitcoin({ dataDir: join(folder, "bitcoin"), blockSeconds: 1 }),
    startMailbox({ dataDir: join(folder, "mail") }),
  ])
  return {
    postgres,
    redis,
    bitcoin,
    mailbox,
    async stop() {
      await Promise.all([redis.stop(), bitcoin.stop(), mailbox.stop()])
      await postgres.stop()
    },
  }
}

type Outside = Awaited<ReturnType<typeof startOutside>>

export const STAFF = { email: "staff@rehearsal.example", password: makePassword() }

/** What docker-compose.yml gives every backend container, with this machine's addresses; secrets come as files. */
export function backendSettings(
  folder: string,
  outside: Outside,
  addresses: { shop: string; admin: string },
) {
  const secrets = join(folder, "secrets")
  mkdirSync(secrets, { recursive: true })
  const file = (name: string, value: string) => {
    writeFileSync(join(secrets, name), `${value}\n`, { mode: 0o444 })
    return join(secrets, name)
  }
  return {
    // Play money and plain http: what this allows, a production shop refuses.
    SANDBOX: "true",
    DATABASE_URL_FILE: file("database-url", outside.postgres.url),
    JWT_SECRET_FILE: file("jwt-secret", "rehearsal-jwt-".repeat(4)),
    COOKIE_SECRET_FILE: file("cookie-secret", "rehearsal-cookie-".repeat(3)),
    SMTP_URL_FILE: file("smtp-url", outside.mailbox.smtpUrl),
    ADMIN_PASSWORD_FILE: file("admin-password", STAFF.password),
    ADMIN_EMAIL: STAFF.email,
    REDIS_URL: outside.redis.url,
    PUBLIC_URL: addresses.shop,
    BACKEND_PUBLIC_URL: addresses.admin,
    MEDIA_DIR: join(folder, "files/media"),
    TRUSTED_PROXIES: "1",
    // Something to sell.
    SEED_GOODS: "demo",
    BITCOIN_NETWORK: "regtest",
    BITCOIN_DESCRIPTOR: SANDBOX_DESCRIPTOR,
    BITCOIN_ESPLORA_URL: outside.bitcoin.url,
    BITCOIN_POLL_SECONDS: "1",
    // Above the addresses that docker/restore.sh passes over.
    BITCOIN_WALLET_GAP_LIMIT: "1200",
    WRITES_PER_MINUTE: "60",
  }
}
