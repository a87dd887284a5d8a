import { findFreePort } from "../process/ports.js"
import { type Progress, silent } from "./progress.js"
import { addressesOf, readSettings } from "./settings.js"
import { startEverything } from "./start-shop.js"

export interface ShopOptions {
  /** Everything the shop keeps; a folder to throw away for a test */
  dataDir: string
  /** Those not named are free ones */
  ports?: Partial<Record<"storefront" | "backend" | "esplora" | "smtp" | "mail" | "auth", number>>
  /** More settings by their names in .env.example; .env itself is not read */
  settings?: Readonly<Record<string, string>>
  /** Two servers and a worker on one Redis, as docker-compose.yml has them; the machine must have a Redis [false] */
  several?: boolean
  /** Say what is being done [silent] */
  progress?: Progress
}

export interface Shop {
  /** The storefront */
  url: string
  backendUrl: string
  /** Its JSON is under /api/messages */
  mailUrl: string
  smtpUrl: string
  /** Esplora's HTTP, and the controls under /sandbox */
  bitcoinUrl: string
  databaseUrl: string
  /** The password is known only to the start that made the folder */
  admin: { email: string; password: string | undefined }
  /** Resolves when signing in works, some seconds after the rest */
  signInReady: Promise<void>
  /** Resolves when a part of it ends without being asked */
  failed: Promise<{ sentence: string; detail: string[] }>
  stop(): Promise<void>
}

/**
 * The whole shop, each part a real server, for tests: builds what is stale, migrates, stocks, and waits until it takes
 * orders.
 * @throws Explained; nothing is left running then
 */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const { ports = {} } = options
  const port = async (wanted: number | undefined) => String(wanted ?? (await findFreePort()))
  const settings = readSettings(
    {
      BLOCK_SECONDS: "2",
      ...options.settings,
      SANDBOX_DATA: options.dataDir,
      STOREFRONT_PORT: await port(ports.storefront),
      BACKEND_PORT: await port(ports.backend),
      ESPLORA_PORT: await port(ports.esplora),
      SMTP_PORT: await port(ports.smtp),
      MAIL_PORT: await port(ports.mail),
      AUTH_PORT: await port(ports.auth),
    },
    {},
  )
  const shop = await startEverything({
    settings,
    progress: options.progress ?? silent,
    mode: "built",
    signal: new AbortController().signal,
    forgetful: true,
    several: options.several ?? false,
  })
  const addresses = addressesOf(settings)
  return {
    url: addresses.shop,
    backendUrl: addresses.admin,
    mailUrl: addresses.mail,
    smtpUrl: addresses.smtp,
    bitcoinUrl: addresses.esplora,
    databaseUrl: shop.databaseUrl,
    admin: { email: settings.ADMIN_EMAIL, password: shop.secrets.adminPassword },
    signInReady: shop.signInReady,
    failed: shop.failed,
    stop: () => shop.stop(),
  }
}
