import { basename, join } from "node:path"
import { z } from "zod"
import { type Child, startNode } from "../process/child.js"
import { inheritedEnvironment } from "../process/environment.js"
import { configFolderWithoutTelemetry } from "../process/telemetry.js"
import { CREDENTIALS } from "../lightning/credentials.js"
import { DEMO_API_KEY, DEMO_PROJECT } from "../sign-in/project.js"
import { binOf, LIBRARIES, npmCli, repository } from "./builds.js"
import type { Secrets } from "./secrets.js"
import {
  addressesOf,
  type Settings,
  usesCardProcessor,
  usesSandboxLightning,
  usesSignInEmulator,
} from "./settings.js"

export type Mode = "built" | "dev"
/** Each of the APIs that the sandbox's node speaks. */
const nodeNames = z.enum(["lnd", "phoenixd", "core-lightning"]).catch("lnd")

type NodeEnv = "production" | "development"

/** Where Medusa's commands run: the build has its own folder. */
export const backendFolder = (mode: Mode) =>
  join(repository, mode === "built" ? "backend/.medusa/server" : "backend")

/** The environment of every backend command. */
export function backendEnvironment(
  settings: Settings,
  secrets: Omit<Secrets, "adminPassword">,
  databaseUrl: string,
  nodeEnv: NodeEnv,
): NodeJS.ProcessEnv {
  const addresses = addressesOf(settings)
  return {
    ...inheritedEnvironment(),
    SMTP_URL: addresses.smtp,
    MEDIA_DIR: join(settings.SANDBOX_DATA, "media"),
    BITCOIN_SOURCE: "esplora",
    BITCOIN_ESPLORA_URL: addresses.esplora,
    ...lightningEnvironment(settings),
    ...signInEnvironment(settings),
    ...cardEnvironment(settings, secrets),
    JWT_SECRET: secrets.jwt,
    COOKIE_SECRET: secrets.cookie,
    MFA_ENCRYPTION_KEY: secrets.mfa,
    // All buyers of a sandbox share this machine's address.
    UNPAID_ORDERS_PER_ADDRESS: "1000",
    UNPAID_ORDERS_PER_EMAIL: "1000",
    UNPAID_ADDRESSES_PER_CLIENT: "1000",
    ...settings.given,
    NODE_ENV: nodeEnv,
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

/** The environment of the storefront's server. */
function storefrontEnvironment(settings: Settings, nodeEnv: NodeEnv): NodeJS.ProcessEnv {
  const addresses = addressesOf(settings)
  return {
    ...inheritedEnvironment(),
    STOREFRONT_PICTURES_DIR: join(settings.SANDBOX_DATA, "pictures"),
    ...signInEnvironment(settings),
    ...settings.given,
    NODE_ENV: nodeEnv,
    STOREFRONT_HOST: settings.STOREFRONT_HOST,
    STOREFRONT_PORT: String(settings.STOREFRONT_PORT),
    BACKEND_URL: addresses.backend,
    PUBLIC_URL: addresses.shop,
    FORCE_COLOR: "0",
  }
}

function lightningEnvironment(settings: Settings): Record<string, string> {
  if (!usesSandboxLightning(settings)) return {}
  const node = nodeNames.parse(settings.given.BITCOIN_LIGHTNING_NODE)
  return {
    BITCOIN_LIGHTNING_NODE: node,
    BITCOIN_LIGHTNING_URL: `${addressesOf(settings).lightning}/${node}`,
    BITCOIN_LIGHTNING_CREDENTIAL: CREDENTIALS[node],
  }
}

function signInEnvironment(settings: Settings): Record<string, string> {
  if (!usesSignInEmulator(settings)) return {}
  return {
    FIREBASE_PROJECT_ID: DEMO_PROJECT,
    FIREBASE_API_KEY: DEMO_API_KEY,
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${settings.AUTH_PORT}`,
  }
}

function cardEnvironment(
  settings: Settings,
  { cardKey, cardWebhook }: Pick<Secrets, "cardKey" | "cardWebhook">,
): Record<string, string> {
  if (!usesCardProcessor(settings)) return {}
  return {
    CARD_PAYMENTS: "stripe",
    STRIPE_SECRET_KEY: cardKey,
    STRIPE_WEBHOOK_SECRET: cardWebhook,
    STRIPE_API_URL: addressesOf(settings).cards,
  }
}

interface BackendSpec {
  name: string
  port: number
  env: NodeJS.ProcessEnv
  logFile: string
}

export function startBackend({ name, port, env, logFile }: BackendSpec, mode: Mode): Child {
  const command = mode === "built" ? ["start"] : ["develop", "--no-lint"]
  return startNode({
    name,
    script: binOf("backend", "@medusajs/cli", "medusa"),
    args: [...command, "--host", "127.0.0.1", "--port", String(port)],
    cwd: backendFolder(mode),
    env,
    logFile,
  })
}

export function startStorefront(settings: Settings, mode: Mode, logs: string): Child {
  const spec = { name: "the storefront", logFile: join(logs, "storefront.log") }
  if (mode === "built") {
    return startNode({
      ...spec,
      script: join(repository, "storefront/dist/server/main.js"),
      cwd: join(repository, "storefront"),
      env: storefrontEnvironment(settings, "production"),
    })
  }
  return startNode({
    ...spec,
    script: npmCli(),
    args: ["run", "dev", "--workspace=@shop/storefront"],
    cwd: repository,
    env: storefrontEnvironment(settings, "development"),
  })
}

/** Rebuilds the libraries after every change. */
export function watchLibraries(logs: string): Child[] {
  return LIBRARIES.map(({ name, script, args, cwd }) =>
    startNode({
      name,
      script: script(),
      args: [...args, "--watch", "--preserveWatchOutput"],
      cwd: join(repository, cwd),
      env: inheritedEnvironment(),
      logFile: join(logs, `${basename(cwd)}.log`),
    }),
  )
}
