import { CREDENTIALS } from "../lightning/credentials.js"
import { findFreePorts } from "../process/ports.js"
import type { UserError } from "../process/user-error.js"
import { type Progress, silent } from "../process/progress.js"
import { BUILD_FOLDER, ensureLibrariesBuilt, ensureShopBuilt } from "./builds.js"
import { ensureSecrets } from "./secrets.js"
import { backendEnvironment } from "./servers.js"
import { addressesOf, PORTS, readSettings, usesSandboxLightning } from "./settings.js"
import { startEverything } from "./start-shop.js"

export interface ShopOptions {
  /** All data of the shop; a test removes it afterwards */
  dataDir: string
  /** Further settings by their names in .env.example. .env itself is not read. */
  settings?: Readonly<Record<string, string>>
  /** Two servers and a worker with one Redis; the machine must have a Redis [false] */
  isMultiProcess?: boolean
  /** [silent] */
  progress?: Progress
}

export interface Shop {
  /** The storefront */
  url: string
  backendUrl: string
  /** The JSON API is under /api/messages */
  mailUrl: string
  smtpUrl: string
  /** Esplora's API, and the sandbox's commands under /sandbox */
  bitcoinUrl: string
  /** The merchant's Lightning node, with LND's API; null: the shop has none */
  lightning: { url: string; credential: string } | null
  /** The card processor's dashboard, and the sandbox's commands under /sandbox */
  cardsUrl: string
  databaseUrl: string
  /** The password is known only to the start that created the data */
  admin: { email: string; password: string | undefined }
  /** Resolves when signing in works, some seconds after the rest */
  signInReady: Promise<void>
  /** Resolves when one of the processes ends unexpectedly */
  failed: Promise<UserError>
  stop(): Promise<void>
}

/**
 * Starts a complete shop for tests on free ports, built as for production.
 * @throws UserError when a part fails. Nothing is left running then.
 */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const ports = await findFreePorts(PORTS.length)
  const settings = readSettings(
    {
      BLOCK_SECONDS: "2",
      BITCOIN_LIGHTNING_NODE: "off",
      ...options.settings,
      SANDBOX_DATA: options.dataDir,
      ...Object.fromEntries(PORTS.map(([name], index) => [name, String(ports[index])])),
    },
    {},
  )
  const shop = await startEverything({
    settings,
    progress: options.progress ?? silent,
    mode: "built",
    signal: new AbortController().signal,
    isTemporary: true,
    isMultiProcess: options.isMultiProcess ?? false,
  })
  const addresses = addressesOf(settings)
  return {
    url: addresses.shop,
    backendUrl: addresses.admin,
    mailUrl: addresses.mail,
    smtpUrl: addresses.smtp,
    bitcoinUrl: addresses.esplora,
    lightning: usesSandboxLightning(settings)
      ? { url: `${addresses.lightning}/lnd`, credential: CREDENTIALS.lnd }
      : null,
    cardsUrl: addresses.cards,
    databaseUrl: shop.databaseUrl,
    admin: { email: shop.staffEmail, password: shop.secrets.adminPassword },
    signInReady: shop.signInReady,
    failed: shop.failed,
    stop: () => shop.stop(),
  }
}

/** Builds what `startShop` starts with these settings, where its sources changed. No service needs to run. */
export async function buildShop({
  settings,
  progress = silent,
}: Pick<ShopOptions, "settings" | "progress">): Promise<void> {
  const read = readSettings({ ...settings, SANDBOX_DATA: BUILD_FOLDER }, {})
  // Building reads the configuration, which names a database, and connects to none.
  const env = backendEnvironment(
    read,
    ensureSecrets(BUILD_FOLDER),
    "postgres://127.0.0.1/unused",
    "production",
  )
  await ensureLibrariesBuilt(BUILD_FOLDER, progress)
  await ensureShopBuilt(env, BUILD_FOLDER, progress)
}
