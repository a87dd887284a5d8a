import { createRequire } from "node:module"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { configFolderWithoutTelemetry } from "../../../sandbox/src/process/telemetry"

export const BACKEND_DIR = fileURLToPath(new URL("../..", import.meta.url))
const REPOSITORY_DIR = path.join(BACKEND_DIR, "..")
/** Images of templates and logs of servers: ignored by git, kept between runs. */
export const CACHE_DIR = path.join(REPOSITORY_DIR, "node_modules/.cache/backend-integration")

/** The CLI's script. A wrapper like npx would not forward signals. */
export const MEDUSA_CLI = createRequire(import.meta.url).resolve("@medusajs/cli/cli.js")

export const STAFF = { email: "staff@bramble-and-comb.example", password: "correct horse battery staple" }

/** A public test key with its checksum. */
export const DESCRIPTOR =
  "wpkh(tpubD6NzVbkrYhZ4XgiXtGrdW5XDAPFCL9h7we1vwNCpn8tGbBcgfVYjXyhWo4E1xkh56hjod1RhGjxbaTLV3X4FyWuejifB9jusQ46QzG87VKp/0/*)#qvnrzae8"

/** Signs the servers' tokens. A spec may sign its own. */
export const JWT_SECRET = "only-for-tests-only-for-tests-only-1"

/** The buyers of a spec share one address, one e-mail address and small stocks. */
const WITHOUT_ORDER_LIMITS = {
  PIECES_PER_LINE: "100000",
  PIECES_PER_ORDER: "1000000",
  UNPAID_ORDERS_PER_ADDRESS: "1000000",
  UNPAID_ORDERS_PER_EMAIL: "1000000",
  UNPAID_STOCK_PERCENT: "100",
}

/** The defaults of these settings, for a spec about them. */
export const WITH_ORDER_LIMITS = Object.fromEntries(
  Object.keys(WITHOUT_ORDER_LIMITS).map((name) => [name, ""]),
)

export type Settings = Record<string, string>

/**
 * The settings of every test backend.
 * The shop's public URLs are the defaults on any port, because the template's image URLs contain them.
 */
export function baseSettings(databaseUrl: string, mediaDir: string): Settings {
  return {
    NODE_ENV: "development",
    DATABASE_URL: databaseUrl,
    MEDIA_DIR: mediaDir,
    PUBLIC_URL: "http://localhost:8000",
    BACKEND_PUBLIC_URL: "http://localhost:9000",
    JWT_SECRET,
    COOKIE_SECRET: "only-for-tests-only-for-tests-only-2",
    SHOP_VAT_NUMBER: "GB123456789",
    SMTP_URL: "smtp://127.0.0.1:1",
    LOW_STOCK_AT: "off",
    STORE_API: "open",
    WRITES_PER_MINUTE: "1000000",
    ORDER_READS_PER_MINUTE: "1000000",
    ...WITHOUT_ORDER_LIMITS,
    BITCOIN_NETWORK: "regtest",
    BITCOIN_DESCRIPTOR: DESCRIPTOR,
    BITCOIN_ESPLORA_URL: "http://127.0.0.1:1",
    DISABLE_MEDUSA_ADMIN: "true",
    MEDUSA_DISABLE_TELEMETRY: "true",
    XDG_CONFIG_HOME: configFolderWithoutTelemetry(CACHE_DIR),
    ADMIN_EMAIL: STAFF.email,
    ADMIN_PASSWORD: STAFF.password,
  }
}
