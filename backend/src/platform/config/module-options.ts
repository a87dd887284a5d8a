import { cardMethod } from "./rules"
import type { Environment } from "./schema"

export const STAFF_SESSION_HOURS = 10

/** The chain sources of the Bitcoin module, the first one first. The environment's rules ensure that they are complete. */
export function bitcoinSource(
  environment: Pick<
    Environment,
    | "BITCOIN_SOURCE"
    | "BITCOIN_ESPLORA_URL"
    | "BITCOIN_ESPLORA_REQUESTS_PER_MINUTE"
    | "BITCOIN_CORE_URL"
    | "BITCOIN_CORE_USER"
    | "BITCOIN_CORE_PASSWORD"
    | "BITCOIN_CORE_COOKIE_FILE"
    | "BITCOIN_CORE_WALLET"
    | "BITCOIN_WALLET_BIRTHDAY"
  >,
) {
  const { BITCOIN_CORE_USER: user, BITCOIN_CORE_PASSWORD: password } = environment
  const core = {
    kind: "core" as const,
    url: environment.BITCOIN_CORE_URL,
    wallet: environment.BITCOIN_CORE_WALLET,
    birth: environment.BITCOIN_WALLET_BIRTHDAY,
    credentials: user && password ? { user, password } : { cookieFile: environment.BITCOIN_CORE_COOKIE_FILE },
  }
  const esploras = (environment.BITCOIN_ESPLORA_URL ?? []).map((url) => ({
    kind: "esplora" as const,
    url,
    requestsPerMinute: environment.BITCOIN_ESPLORA_REQUESTS_PER_MINUTE,
  }))
  return { esplora: esploras, core: [core], "core,esplora": [core, ...esploras] }[environment.BITCOIN_SOURCE]
}

/** The Lightning node of the Bitcoin module; null: none. The environment's rules ensure that it is complete. */
export function lightningOptions(environment: Environment) {
  if (environment.BITCOIN_LIGHTNING_NODE === "off") return null
  return {
    node: environment.BITCOIN_LIGHTNING_NODE,
    url: environment.BITCOIN_LIGHTNING_URL,
    credential: environment.BITCOIN_LIGHTNING_CREDENTIAL,
    certificate: environment.BITCOIN_LIGHTNING_CERTIFICATE,
    autoLiquidity: environment.BITCOIN_LIGHTNING_AUTO_LIQUIDITY,
    minSats: environment.BITCOIN_LIGHTNING_MIN_SATS,
    maxSats: environment.BITCOIN_LIGHTNING_MAX_SATS,
  }
}

export const DEFAULT_GAP_LIMIT = 20

/** On regtest only if it is set: its coins are worth nothing, and tests leave hundreds of orders unpaid. */
export function gapLimitOf(
  environment: Pick<Environment, "BITCOIN_NETWORK" | "BITCOIN_WALLET_GAP_LIMIT">,
): number | null {
  const isRegtest = environment.BITCOIN_NETWORK === "regtest"
  return environment.BITCOIN_WALLET_GAP_LIMIT ?? (isRegtest ? null : DEFAULT_GAP_LIMIT)
}

/** Stripe's settings for the module; null: no card is charged on Stripe's page. The environment's rules ensure that they are complete. */
export function stripeOptions(environment: Environment) {
  if (cardMethod(environment) !== "stripe") return null
  return {
    secretKey: environment.STRIPE_SECRET_KEY,
    webhookSecret: environment.STRIPE_WEBHOOK_SECRET,
    apiUrl: environment.STRIPE_API_URL ?? null,
  }
}

export function firebaseOptions(environment: Environment) {
  return {
    projectId: environment.FIREBASE_PROJECT_ID,
    credentialsFile: environment.FIREBASE_CREDENTIALS_FILE,
    emulatorHost: environment.FIREBASE_AUTH_EMULATOR_HOST,
  }
}
