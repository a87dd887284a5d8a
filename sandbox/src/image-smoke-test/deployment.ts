import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { z } from "zod"
import { startBitcoin } from "../bitcoin/start.js"
import { startCardProcessor } from "../card-processor/start.js"
import { repository } from "../launcher/builds.js"
import { makePassword } from "../launcher/secrets.js"
import { SANDBOX_DESCRIPTOR } from "../bitcoin/demonstration-wallet.js"
import { startMailbox } from "../mailbox/start.js"
import type { Binaries } from "../postgres/binaries.js"
import { startPostgres } from "../postgres/start.js"
import { type Child, runToEnd, startProgram } from "../process/child.js"
import { inheritedEnvironment } from "../process/environment.js"
import { waitUntilReady } from "../process/wait.js"
import { requireRedis, startRedis } from "../redis/start.js"
import { type ContainerSpec, type Image, startContainer } from "./images.js"

export const STAFF = { email: "staff@smoke-test.example", password: makePassword() }

/** The user `node` of the images. */
const CONTAINER_USER = 1000

/** The card processor accepts only these. */
const CARD_KEYS = { secretKey: "sk_test_smokeTest", webhookSecret: "whsec_smokeTest" }

const urlOf = (port: string | number = "") => `http://127.0.0.1:${port}`

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

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()).default({}),
    }),
  ),
})

export interface DeploymentOptions {
  folder: string
  backend: Image
  storefront: Image
  services: Services
  /** Ten free ones. A restart must use the same: the shop's public addresses contain them. */
  ports: readonly number[]
  /** Other values of .env [none] */
  settings?: Readonly<Record<string, string>>
  /** Other values of secrets, by their files [none] */
  secrets?: Readonly<Record<string, string>>
}

export interface Deployment {
  /** Public URLs, through Caddy */
  shop: string
  admin: string
  /** The processes of now, by their names in docker-compose.yml */
  processes: () => readonly Child[]
  /** Runs a command in the backend's image. @throws UserError when it fails */
  exec(name: string, ...command: string[]): Promise<void>
  /** Migrates, then replaces both servers and the worker one after the other, as docs/operating.md says. */
  upgrade(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the services of docker-compose.yml in its order and with its environment, behind docker/Caddyfile. Only addresses
 * and limits are this machine's.
 */
export async function deploy(options: DeploymentOptions): Promise<Deployment> {
  const { folder, backend, storefront, services, ports } = options
  const [shopPort, adminPort, internal, pagesPort, port1, port2, workerPort, ...metrics] = ports.map(String)
  const [shop, admin] = [urlOf(shopPort), urlOf(adminPort)]
  const compose = composeSchema.parse(
    parse(readFileSync(join(repository, "docker-compose.yml"), "utf8"), { merge: true }),
  )
  const files = createVolume(folder)
  const secrets = writeSecrets(folder, services, options.secrets)
  const logOf = (name: string) => join(folder, "logs", `${name}.log`)
  const settings = {
    ...settingsOf(services),
    PUBLIC_URL: shop,
    BACKEND_PUBLIC_URL: admin,
    ...options.settings,
  }
  const container = (service: string, env: Record<string, string> = {}): ContainerSpec => ({
    name: service,
    image: backend,
    command: compose.services[service]?.command ?? backend.command,
    env: { ...compose.services[service]?.environment, ...settings, ...env },
    volumes: { "/shop/files": files, "/run/secrets": secrets },
    logFile: logOf(service),
  })
  const prepare = (name: string) =>
    runToEnd(startContainer({ ...container("prepare"), name, logFile: logOf(name) }))
  // Two at once, as when two machines start: one waits for the other.
  await Promise.all([prepare("prepare"), prepare("prepare-again")])

  const backends = [
    { name: "server-1", port: port1, metricsPort: metrics[0], readyUrl: `${urlOf(port1)}/api/ready` },
    { name: "server-2", port: port2, metricsPort: metrics[1], readyUrl: `${urlOf(port2)}/api/ready` },
    { name: "worker", port: workerPort, metricsPort: metrics[2], readyUrl: `${urlOf(metrics[2])}/metrics` },
  ]
  const startBackend = ({ name, port = "", metricsPort = "" }: (typeof backends)[number]) => {
    const address: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "9000": port }
    const command = backend.command.map((word) => address[word] ?? word)
    return startContainer({ ...container(name, { METRICS_PORT: metricsPort }), command })
  }
  const running = new Map(backends.map((each) => [each.name, startBackend(each)]))
  const { STOREFRONT_METRICS_PORT: _, ...pagesSettings } = compose.services.storefront?.environment ?? {}
  const pages = startContainer({
    name: "storefront",
    image: storefront,
    env: {
      ...pagesSettings,
      BACKEND_URL: urlOf(internal),
      PUBLIC_URL: shop,
      STOREFRONT_HOST: "127.0.0.1",
      STOREFRONT_PORT: pagesPort ?? "",
      STOREFRONT_TRUSTED_PROXIES: "127.0.0.1",
      ...options.settings,
    },
    volumes: { "/shop/files": files },
    logFile: logOf("storefront"),
  })
  const proxy = startProgram({
    name: "proxy",
    program: "caddy",
    args: ["run", "--adapter", "caddyfile", "--config", join(repository, "docker/Caddyfile")],
    cwd: folder,
    env: {
      ...inheritedEnvironment(),
      XDG_DATA_HOME: join(folder, "caddy"),
      XDG_CONFIG_HOME: join(folder, "caddy"),
      SHOP_DOMAIN: shop,
      ADMIN_DOMAIN: admin,
      ACME_EMAIL: "operator@smoke-test.example",
      INTERNAL_PORT: internal,
      STOREFRONT_SERVER: `127.0.0.1:${pagesPort ?? ""}`,
      BACKEND_SERVERS: `127.0.0.1:${port1 ?? ""} 127.0.0.1:${port2 ?? ""}`,
    },
    logFile: logOf("proxy"),
  })
  const processes = () => [proxy, pages, ...running.values()]
  const stop = async () => {
    for (const child of processes()) await child.stop(35_000)
  }
  const waitFor = ({ name, readyUrl }: (typeof backends)[number]) => {
    const child = running.get(name)
    if (child === undefined) throw new Error(`${name} was not started.`)
    return waitUntilReady(child, readyUrl)
  }
  try {
    await Promise.all([
      ...backends.map(waitFor),
      waitUntilReady(pages, `${urlOf(pagesPort)}/health`),
      waitUntilReady(proxy, `${shop}/health`),
    ])
  } catch (error) {
    await stop()
    throw error
  }
  const exec = (name: string, ...command: string[]) =>
    runToEnd(startContainer({ ...container("server-1"), name, command, logFile: logOf(name) }))
  const upgrade = async () => {
    await prepare("prepare-upgrade")
    for (const each of backends) {
      await running.get(each.name)?.stop(35_000)
      running.set(each.name, startBackend(each))
      await waitFor(each)
    }
  }
  return { shop, admin, processes, exec, upgrade, stop }
}

/** The folders of the volume `files`, owned by the containers' user. */
function createVolume(folder: string): string {
  for (const name of ["media", "media-private", "pictures"]) {
    const path = join(folder, "files", name)
    mkdirSync(path, { recursive: true })
    chownSync(path, CONTAINER_USER, CONTAINER_USER)
  }
  return join(folder, "files")
}

function writeSecrets(
  folder: string,
  { postgres, redis, mailbox }: Services,
  others: DeploymentOptions["secrets"],
): string {
  const secrets = join(folder, "secrets")
  mkdirSync(secrets, { recursive: true })
  const values = {
    "database-url": postgres.url,
    "redis-url": redis.url,
    "smtp-url": mailbox.smtpUrl,
    "jwt-secret": "smoke-test-jwt-".repeat(4),
    "cookie-secret": "smoke-test-cookie-".repeat(3),
    "mfa-encryption-key": "smoke-test-mfa-".repeat(4),
    "admin-password": STAFF.password,
    "stripe-secret-key": CARD_KEYS.secretKey,
    "stripe-webhook-secret": CARD_KEYS.webhookSecret,
    ...others,
  }
  for (const [name, value] of Object.entries(values))
    writeFileSync(join(secrets, name), `${value}\n`, { mode: 0o444 })
  return secrets
}

/** What differs from docker-compose.yml, and what an operator sets in .env. */
const settingsOf = ({ cards, bitcoin }: Services) => ({
  // Allows play money and plain HTTP, which a production shop rejects.
  SANDBOX: "true",
  ADMIN_EMAIL: STAFF.email,
  STRIPE_API_URL: cards.url,
  METRICS_HOST: "127.0.0.1",
  SEED_GOODS: "all",
  BITCOIN_NETWORK: "regtest",
  BITCOIN_DESCRIPTOR: SANDBOX_DESCRIPTOR,
  BITCOIN_ESPLORA_URL: bitcoin.url,
  BITCOIN_POLL_SECONDS: "1",
  // docker/restore.sh skips 1000 addresses.
  BITCOIN_WALLET_GAP_LIMIT: "1200",
  WRITES_PER_MINUTE: "60",
  // All buyers share this machine's address.
  ORDER_READS_PER_MINUTE: "1200",
  UNPAID_ORDERS_PER_ADDRESS: "1000",
  UNPAID_ORDERS_PER_EMAIL: "1000",
  UNPAID_ADDRESSES_PER_CLIENT: "1000",
})
