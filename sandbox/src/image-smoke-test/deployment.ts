import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { z } from "zod"
import { repository } from "../launcher/builds.js"
import { makePassword } from "../launcher/secrets.js"
import { SANDBOX_DESCRIPTOR } from "../bitcoin/demonstration-wallet.js"
import { type Child, runToEnd, startProgram } from "../process/child.js"
import { inheritedEnvironment } from "../process/environment.js"
import { waitUntilReady } from "../process/wait.js"
import { type ContainerSpec, type Image, startContainer } from "./images.js"
import { CARD_KEYS, type Services, urlOf } from "./services.js"

export const STAFF = { email: "staff@smoke-test.example", password: makePassword() }

/** The user `node` of the images. */
const CONTAINER_USER = 1000

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
  /** Migrates, then replaces every part but the proxy, one after the other, as docs/operating.md says. */
  upgrade(): Promise<void>
  stop(): Promise<void>
}

/** A service of docker-compose.yml, which an upgrade replaces. */
interface Part {
  name: string
  readyUrl: string
  start: () => Child
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

  const backendPart = (
    name: string,
    port = "",
    metricsPort = "",
    ready = `${urlOf(port)}/api/ready`,
  ): Part => {
    const address: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "9000": port }
    const command = backend.command.map((word) => address[word] ?? word)
    const start = () => startContainer({ ...container(name, { METRICS_PORT: metricsPort }), command })
    return { name, readyUrl: ready, start }
  }
  const { STOREFRONT_METRICS_PORT: _, ...pagesSettings } = compose.services.storefront?.environment ?? {}
  const startPages = () =>
    startContainer({
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
  // In the order in which docs/operating.md replaces them.
  const parts = [
    backendPart("server-1", port1, metrics[0]),
    backendPart("server-2", port2, metrics[1]),
    backendPart("worker", workerPort, metrics[2], `${urlOf(metrics[2])}/metrics`),
    { name: "storefront", readyUrl: `${urlOf(pagesPort)}/health`, start: startPages },
  ]
  const running = new Map(parts.map((part) => [part.name, part.start()]))
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
  const processes = () => [proxy, ...running.values()]
  const stop = async () => {
    for (const child of processes()) await child.stop(35_000)
  }
  const waitFor = ({ name, readyUrl }: Part) => {
    const child = running.get(name)
    if (child === undefined) throw new Error(`${name} was not started.`)
    return waitUntilReady(child, readyUrl)
  }
  try {
    await Promise.all([...parts.map(waitFor), waitUntilReady(proxy, `${shop}/health`)])
  } catch (error) {
    await stop()
    throw error
  }
  const exec = (name: string, ...command: string[]) =>
    runToEnd(startContainer({ ...container("server-1"), name, command, logFile: logOf(name) }))
  const upgrade = async () => {
    await prepare("prepare-upgrade")
    for (const part of parts) {
      await running.get(part.name)?.stop(35_000)
      running.set(part.name, part.start())
      await waitFor(part)
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
