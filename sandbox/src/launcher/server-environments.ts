import { join } from "node:path"
import { inheritedEnvironment } from "../process/environment.js"
import { configFolderWithoutTelemetry } from "./no-telemetry.js"
import { addressesOf, type Settings } from "./settings.js"
import { signInSettings } from "./sign-in-settings.js"

interface Secrets {
  jwt: string
  cookie: string
}

/** What the backend is started with, for every one of its commands. */
export function backendEnvironment(
  settings: Settings,
  secrets: Secrets,
  databaseUrl: string,
  mode: "production" | "development",
): NodeJS.ProcessEnv {
  const addresses = addressesOf(settings)
  return {
    ...inheritedEnvironment(),
    SMTP_URL: addresses.smtp,
    MEDIA_DIR: join(settings.SANDBOX_DATA, "media"),
    BITCOIN_SOURCE: "esplora",
    BITCOIN_ESPLORA_URL: addresses.esplora,
    ...signInSettings(settings),
    JWT_SECRET: secrets.jwt,
    COOKIE_SECRET: secrets.cookie,
    ...settings.given,
    NODE_ENV: mode,
    SANDBOX: "true",
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: addresses.shop,
    BACKEND_PUBLIC_URL: addresses.admin,
    BITCOIN_NETWORK: settings.BITCOIN_NETWORK,
    BITCOIN_DESCRIPTOR: settings.BITCOIN_DESCRIPTOR,
    MEDUSA_DISABLE_TELEMETRY: "true",
    XDG_CONFIG_HOME: configFolderWithoutTelemetry(settings.SANDBOX_DATA),
    FORCE_COLOR: "0",
  }
}

/** What the storefront's server is started with. */
export function storefrontEnvironment(
  settings: Settings,
  mode: "production" | "development",
): NodeJS.ProcessEnv {
  const addresses = addressesOf(settings)
  return {
    ...inheritedEnvironment(),
    STOREFRONT_PICTURES_DIR: join(settings.SANDBOX_DATA, "pictures"),
    ...signInSettings(settings),
    ...settings.given,
    NODE_ENV: mode,
    STOREFRONT_HOST: settings.STOREFRONT_HOST,
    STOREFRONT_PORT: String(settings.STOREFRONT_PORT),
    BACKEND_URL: addresses.backend,
    PUBLIC_URL: addresses.shop,
    FORCE_COLOR: "0",
  }
}
