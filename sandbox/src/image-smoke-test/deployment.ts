import { chownSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { startBitcoin } from "../bitcoin/start.js"
import { startCardProcessor } from "../card-processor/start.js"
import { repository } from "../launcher/builds.js"
import { makePassword } from "../launcher/secrets.js"
import { SANDBOX_DESCRIPTOR } from "../launcher/settings.js"
import { startMailbox } from "../mailbox/start.js"
import type { Binaries } from "../postgres/binaries.js"
import { startPostgres } from "../postgres/start.js"
import { type Child, startProgram } from "../process/child.js"
import { findProgram, inheritedEnvironment } from "../process/environment.js"
import { findFreePorts } from "../process/ports.js"
import { UserError } from "../process/user-error.js"
import { waitUntilReady } from "../process/wait.js"
import { requireRedis, startRedis } from "../redis/start.js"
import { type ContainerSpec, runContainer, startContainer } from "./containers.js"
import type { Image } from "./images.js"

export const STAFF = { email: "staff@smoke-test.example", password: makePassword() }

/** The user `node` of the images. */
const CONTAINER_USER = 1000

const urlOf = (port: number) => `http://127.0.0.1:${port}`

export type Services = Awaited<ReturnType<typeof startServices>>

/** The card processor accepts only these. */
const CARD_KEYS = { secretKey: "sk_test_smokeTest", webhookSecret: "whsec_smokeTest" }

/**
 * Starts what the images do not contain as processes of this machine: PostgreSQL, Redis, a Bitcoin node, a card processor
 * and a mailbox.
 */
export async function startServices(folder: string, binaries: Binaries, ports: Ports) {
  const [postgres, redis, bitcoin, cards, mailbox] = await Promise.all([
    startPostgres({ dataDir: join(folder, "postgres"), isTemporary: true, binaries }),
    startRedis(requireRedis("The test of the images"), "smoke-test-redis"),
    startBitcoin({ dataDir: join(folder, "bitcoin"), blockSeconds: 1 }),
    startCardProcessor({
      ...CARD_KEYS,
      dataDir: join(folder, "cards"),
      webhookUrl: `${urlOf(ports.shop)}/api/webhooks/stripe`,
      logFile: join(folder, "logs/card-processor.log"),
    }),
    startMailbox({ dataDir: join(folder, "mail") }),
  ])
  return {
    postgres,
    redis,
    bitcoin,
    cards,
    mailbox,
    async stop() {
      await Promise.all([redis.stop(), bitcoin.stop(), cards.stop(), mailbox.stop()])
      await postgres.stop()
    },
  }
}

export function requireCaddy(): string {
  const caddy = findProgram("caddy")
  if (caddy === undefined) throw new UserError("The test of the images needs Caddy: apt-get install caddy")
  return caddy
}

const PORT_NAMES = [
  "shop",
  "admin",
  "internal",
  "storefront",
  "server1",
  "server2",
  "worker",
  "metrics",
] as const
export type Ports = Record<(typeof PORT_NAMES)[number], number>

/** A restart must use the same ports, because the shop's public addresses contain them. */
export async function choosePorts(): Promise<Ports> {
  const ports: Ports = {
    shop: 0,
    admin: 0,
    internal: 0,
    storefront: 0,
    server1: 0,
    server2: 0,
    worker: 0,
    metrics: 0,
  }
  const found = await findFreePorts(PORT_NAMES.length)
  for (const [index, name] of PORT_NAMES.entries()) ports[name] = found[index] ?? 0
  return ports
}

export interface DeploymentOptions {
  folder: string
  backend: Image
  storefront: Image
  services: Services
  ports: Ports
}

export interface Deployment {
  /** Public URLs, through Caddy */
  shop: string
  admin: string
  worker: Child
  /** The processes by their names in docker-compose.yml */
  processes: readonly Child[]
  /** Runs a command in the backend's image. @throws UserError when it fails */
  exec(name: string, ...command: string[]): Promise<void>
  stop(): Promise<void>
}

/** Starts the containers of docker-compose.yml in its order, behind docker/Caddyfile. */
export async function deploy(options: DeploymentOptions): Promise<Deployment> {
  const { folder, backend, storefront, services, ports } = options
  const files = createVolume(folder)
  const shop = urlOf(ports.shop)
  const admin = urlOf(ports.admin)
  const settings = backendSettings(folder, services, { shop, admin })
  const container = (name: string, env: Record<string, string>, port = 0): ContainerSpec => ({
    name,
    image: backend,
    env,
    volumes: { "/shop/files": files, "/run/secrets": join(folder, "secrets") },
    replacements: { "0.0.0.0": "127.0.0.1", "9000": String(port) },
    logFile: join(folder, "logs", `${name}.log`),
  })

  // Two at once, as when two machines start: one waits for the other.
  const command = ["node", "src/scripts/production/prepare.js"]
  await Promise.all(
    ["prepare", "prepare-again"].map((name) => runContainer({ ...container(name, settings), command })),
  )

  const startBackend = (name: string, mode: string, port: number, more: Record<string, string> = {}) =>
    startContainer(container(name, { ...settings, MEDUSA_WORKER_MODE: mode, ...more }, port))
  const server1 = startBackend("server-1", "server", ports.server1)
  const server2 = startBackend("server-2", "server", ports.server2)
  const worker = startBackend("worker", "worker", ports.worker, {
    METRICS_PORT: String(ports.metrics),
  })
  const pages = startContainer({
    name: "storefront",
    image: storefront,
    env: {
      BACKEND_URL: urlOf(ports.internal),
      PUBLIC_URL: shop,
      STOREFRONT_HOST: "127.0.0.1",
      STOREFRONT_PORT: String(ports.storefront),
      STOREFRONT_TRUSTED_PROXIES: "127.0.0.1",
      STOREFRONT_PICTURES_DIR: "/shop/files/pictures",
    },
    volumes: { "/shop/files": files },
    logFile: join(folder, "logs/storefront.log"),
  })
  const proxy = startProxy(folder, { shop, admin }, ports)
  const processes = [proxy, pages, server1, server2, worker]
  const stop = async () => {
    for (const child of processes) await child.stop(35_000)
  }
  try {
    await Promise.all([
      waitUntilReady(server1, `${urlOf(ports.server1)}/api/ready`),
      waitUntilReady(server2, `${urlOf(ports.server2)}/api/ready`),
      waitUntilReady(worker, `${urlOf(ports.worker)}/health`),
      waitUntilReady(worker, `${urlOf(ports.metrics)}/metrics`),
      waitUntilReady(pages, `${urlOf(ports.storefront)}/health`),
      waitUntilReady(proxy, `${shop}/health`),
    ])
  } catch (error) {
    await stop()
    throw error
  }
  return {
    shop,
    admin,
    worker,
    processes,
    exec: (name, ...words) => runContainer({ ...container(name, settings), command: words }),
    stop,
  }
}

/** The folders of the volume `files`, owned by the containers' user. */
function createVolume(folder: string): string {
  for (const name of ["media", "media-private", "pictures"]) {
    const path = join(folder, "files", name)
    mkdirSync(path, { recursive: true })
    if (process.getuid?.() === 0) chownSync(path, CONTAINER_USER, CONTAINER_USER)
  }
  return join(folder, "files")
}

/** The environment that docker-compose.yml gives every backend container, with this machine's addresses. */
function backendSettings(folder: string, services: Services, addresses: { shop: string; admin: string }) {
  const secrets = join(folder, "secrets")
  mkdirSync(secrets, { recursive: true })
  const secretFile = (name: string, value: string) => {
    writeFileSync(join(secrets, name), `${value}\n`, { mode: 0o444 })
    return `/run/secrets/${name}`
  }
  return {
    // Allows play money and plain HTTP, which a production shop rejects.
    SANDBOX: "true",
    DATABASE_URL_FILE: secretFile("database-url", services.postgres.url),
    JWT_SECRET_FILE: secretFile("jwt-secret", "smoke-test-jwt-".repeat(4)),
    COOKIE_SECRET_FILE: secretFile("cookie-secret", "smoke-test-cookie-".repeat(3)),
    MFA_ENCRYPTION_KEY_FILE: secretFile("mfa-encryption-key", "smoke-test-mfa-".repeat(4)),
    SMTP_URL_FILE: secretFile("smtp-url", services.mailbox.smtpUrl),
    ADMIN_PASSWORD_FILE: secretFile("admin-password", STAFF.password),
    ADMIN_EMAIL: STAFF.email,
    REDIS_URL_FILE: secretFile("redis-url", services.redis.url),
    STRIPE_SECRET_KEY_FILE: secretFile("stripe-secret-key", CARD_KEYS.secretKey),
    STRIPE_WEBHOOK_SECRET_FILE: secretFile("stripe-webhook-secret", CARD_KEYS.webhookSecret),
    STRIPE_API_URL: services.cards.url,
    PUBLIC_URL: addresses.shop,
    BACKEND_PUBLIC_URL: addresses.admin,
    MEDIA_DIR: "/shop/files/media",
    METRICS_HOST: "127.0.0.1",
    BACKUP_MARKER_FILE: "/shop/files/last-backup",
    TRUSTED_PROXIES: "1",
    SEED_GOODS: "all",
    BITCOIN_NETWORK: "regtest",
    BITCOIN_DESCRIPTOR: SANDBOX_DESCRIPTOR,
    BITCOIN_ESPLORA_URL: services.bitcoin.url,
    BITCOIN_POLL_SECONDS: "1",
    // docker/restore.sh skips 1000 addresses.
    BITCOIN_WALLET_GAP_LIMIT: "1200",
    WRITES_PER_MINUTE: "60",
    // All buyers share this machine's address.
    ORDER_READS_PER_MINUTE: "1200",
    UNPAID_ORDERS_PER_ADDRESS: "1000",
    UNPAID_ORDERS_PER_EMAIL: "1000",
    UNPAID_ADDRESSES_PER_CLIENT: "1000",
  }
}

/** Caddy with docker/Caddyfile and this machine's addresses instead of domains. */
function startProxy(folder: string, addresses: { shop: string; admin: string }, ports: Ports): Child {
  return startProgram({
    name: "proxy",
    program: requireCaddy(),
    args: ["run", "--adapter", "caddyfile", "--config", join(repository, "docker/Caddyfile")],
    cwd: folder,
    env: {
      ...inheritedEnvironment(),
      XDG_DATA_HOME: join(folder, "caddy"),
      XDG_CONFIG_HOME: join(folder, "caddy"),
      SHOP_DOMAIN: addresses.shop,
      ADMIN_DOMAIN: addresses.admin,
      ACME_EMAIL: "operator@smoke-test.example",
      INTERNAL_PORT: String(ports.internal),
      STOREFRONT_SERVER: `127.0.0.1:${ports.storefront}`,
      BACKEND_SERVERS: `127.0.0.1:${ports.server1} 127.0.0.1:${ports.server2}`,
    },
    logFile: join(folder, "logs/proxy.log"),
  })
}
