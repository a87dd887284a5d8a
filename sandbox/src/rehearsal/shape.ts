import { chownSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { serverAccount } from "../postgres/account.js"
import { inheritedEnvironment } from "../process/environment.js"
import { findProgram } from "../process/find-program.js"
import { findFreePort } from "../process/ports.js"
import { repository } from "../launcher/repository.js"
import type { Image } from "./build-image.js"
import { backendSettings, type startOutside } from "./outside.js"
import { type Part, type PartSpec, runPart, startPart, untilReady } from "./part.js"

export interface Shape {
  /** Through the proxy, where there is one */
  shop: string
  admin: string
  /** Where the two servers themselves listen */
  servers: readonly [string, string]
  worker: Part
  /** All of them, each by its name in docker-compose.yml */
  parts: readonly Part[]
  hasProxy: boolean
  /** A command in the backend's image, as `docker compose exec` would. @throws Explained when it does not end well */
  exec(name: string, ...command: string[]): Promise<void>
  stop(): Promise<void>
}

interface Parts {
  folder: string
  backend: Image
  storefront: Image
  nodeFolder: string
  outside: Awaited<ReturnType<typeof startOutside>>
  ports: Ports
}

type Ports = Awaited<ReturnType<typeof choosePorts>>

/** Where each part listens: the same after a restart, as the shop's addresses are. */
export async function choosePorts() {
  const ports = { shop: 0, admin: 0, inside: 0, storefront: 0, first: 0, second: 0, worker: 0 }
  for (const name of ["shop", "admin", "inside", "storefront", "first", "second", "worker"] as const)
    ports[name] = await findFreePort()
  return ports
}

/** What docker-compose.yml starts, in its order, as plain processes that own nothing but their files. */
export async function startShape({
  folder,
  backend,
  storefront,
  nodeFolder,
  outside,
  ports,
}: Parts): Promise<Shape> {
  const account = serverAccount()
  for (const name of ["files/media", "files/media-private", "files/pictures"]) {
    mkdirSync(join(folder, name), { recursive: true })
    if (account !== undefined) chownSync(join(folder, name), account.uid, account.gid)
  }
  const caddy = findProgram("caddy")
  const at = (port: number) => `http://127.0.0.1:${port}`
  const shop = at(caddy === undefined ? ports.storefront : ports.shop)
  const admin = at(caddy === undefined ? ports.first : ports.admin)
  const settings = backendSettings(folder, outside, { shop, admin })
  const part = (name: string, image: Image, env: NodeJS.ProcessEnv, port: number): PartSpec => ({
    name,
    image,
    env,
    account,
    nodeFolder,
    stands: { "0.0.0.0": "127.0.0.1", "9000": String(port) },
    logFile: join(folder, "logs", `${name}.log`),
  })

  const prepare = {
    ...part("prepare", backend, settings, 0),
    command: ["node", "src/scripts/production/prepare.js"],
  }
  // Two at once, as when a second machine starts with the first: one waits for the other.
  await Promise.all([
    runPart(prepare),
    runPart({ ...prepare, name: "prepare-again", logFile: join(folder, "logs/prepare-again.log") }),
  ])

  const start = (name: string, mode: string, port: number) =>
    startPart(part(name, backend, { ...settings, MEDUSA_WORKER_MODE: mode }, port))
  const first = start("server-1", "server", ports.first)
  const second = start("server-2", "server", ports.second)
  const worker = start("worker", "worker", ports.worker)
  const pages = startPart(
    part(
      "storefront",
      storefront,
      {
        BACKEND_URL: at(caddy === undefined ? ports.first : ports.inside),
        PUBLIC_URL: shop,
        STOREFRONT_HOST: "127.0.0.1",
        STOREFRONT_PORT: String(ports.storefront),
        STOREFRONT_TRUSTED_PROXIES: "127.0.0.1",
        STOREFRONT_PICTURES_DIR: join(folder, "files/pictures"),
      },
      0,
    ),
  )
  const parts = [pages, first, second, worker]
  if (caddy !== undefined) parts.unshift(startProxy(caddy, folder, { shop, admin, ports }))
  const stop = async () => {
    for (const one of parts) await one.stop()
  }
  const ready = Promise.all([
    untilReady(first, `${at(ports.first)}/api/ready`),
    untilReady(second, `${at(ports.second)}/api/ready`),
    untilReady(worker, `${at(ports.worker)}/health`),
    untilReady(pages, `${at(ports.storefront)}/health`),
    untilReady(parts[0] ?? pages, `${shop}/health`),
  ])
  await ready.catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    shop,
    admin,
    servers: [at(ports.first), at(ports.second)],
    worker,
    parts,
    hasProxy: caddy !== undefined,
    exec: (name, ...command) => runPart({ ...part(name, backend, settings, 0), command }),
    stop,
  }
}

/** docker/Caddyfile itself, with this machine's addresses in place of domains. */
function startProxy(
  caddy: string,
  folder: string,
  { shop, admin, ports }: { shop: string; admin: string; ports: Ports },
): Part {
  const image: Image = { root: "/", workdir: "/", env: {}, command: [], healthCheck: [] }
  return startPart({
    name: "proxy",
    image,
    command: [caddy, "run", "--adapter", "caddyfile", "--config", join(repository, "docker/Caddyfile")],
    env: {
      ...inheritedEnvironment(),
      XDG_DATA_HOME: join(folder, "caddy"),
      XDG_CONFIG_HOME: join(folder, "caddy"),
      SHOP_DOMAIN: shop,
      ADMIN_DOMAIN: admin,
      ACME_EMAIL: "nobody@rehearsal.example",
      INTERNAL_PORT: String(ports.inside),
      STOREFRONT_SERVER: `127.0.0.1:${ports.storefront}`,
      BACKEND_SERVERS: `127.0.0.1:${ports.first} 127.0.0.1:${ports.second}`,
    },
    account: undefined,
    nodeFolder: "",
    logFile: join(folder, "logs/proxy.log"),
  })
}
