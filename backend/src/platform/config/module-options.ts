import type { Environment } from "./schema"

/** A member of staff signs in again after this many hours. */
export const STAFF_SESSION_HOURS = 10

type SourceSettings = Pick<
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
>

/** The chain sources of the Bitcoin module, the first one first. The environment's rules ensure that they are complete. */
export function bitcoinSource(environment: SourceSettings) {
  const { BITCOIN_CORE_USER: user, BITCOIN_CORE_PASSWORD: password } = environment
  const core = {
    kind: "core",
    url: environment.BITCOIN_CORE_URL,
    wallet: environment.BITCOIN_CORE_WALLET,
    birth: environment.BITCOIN_WALLET_BIRTHDAY,
    credentials: user && password ? { user, password } : { cookieFile: environment.BITCOIN_CORE_COOKIE_FILE },
  }
  const esploras = (environment.BITCOIN_ESPLORA_URL ?? []).map((url) => ({
    kind: "esplora",
    url,
    requestsPerMinute: environment.BITCOIN_ESPLORA_REQUESTS_PER_MINUTE,
  }))
  return { esplora: esploras, core: [core], "core,esplora": [core, ...esploras] }[environment.BITCOIN_SOURCE]
}

/** The gap limit of most wallets. */
export const DEFAULT_GAP_LIMIT = 20

/** On regtest only if it is set: its coins are worth nothing, and tests leave hundreds of orders unpaid. */
export function gapLimitOf(
  environment: Pick<Environment, "BITCOIN_NETWORK" | "BITCOIN_WALLET_GAP_LIMIT">,
): number | null {
  const isRegtest = environment.BITCOIN_NETWORK === "regtest"
  return environment.BITCOIN_WALLET_GAP_LIMIT ?? (isRegtest ? null : DEFAULT_GAP_LIMIT)
}

/** What the chosen chain sources lack or have too much of. Invalid settings are reported separately. */
export function wrongForSource(settings: Partial<Environment>): { setting: string; sentence: string }[] {
  const source = settings.BITCOIN_SOURCE ?? "esplora"
  const esploras = settings.BITCOIN_ESPLORA_URL ?? []
  const isMissing = (setting: keyof Environment) => settings[setting] === undefined
  const wrong = []
  if (source !== "core" && esploras.length === 0)
    wrong.push({
      setting: "BITCOIN_ESPLORA_URL",
      sentence: "is missing; needs a web address like http://127.0.0.1:3002, or two with a comma",
    })
  if (new Set(esploras).size < esploras.length)
    wrong.push({
      setting: "BITCOIN_ESPLORA_URL",
      sentence: "names one server twice; it would agree with itself",
    })
  if (source === "core,esplora" && esploras.length > 1)
    wrong.push({
      setting: "BITCOIN_ESPLORA_URL",
      sentence: "needs one web address with BITCOIN_SOURCE=core,esplora: there are two sources at most",
    })
  if (source === "esplora") return wrong
  if (isMissing("BITCOIN_CORE_URL"))
    wrong.push({
      setting: "BITCOIN_CORE_URL",
      sentence: "is missing; needs the node's address like http://127.0.0.1:8332",
    })
  const hasPassword = !isMissing("BITCOIN_CORE_USER") && !isMissing("BITCOIN_CORE_PASSWORD")
  if (!hasPassword && isMissing("BITCOIN_CORE_COOKIE_FILE"))
    wrong.push({
      setting: "BITCOIN_CORE_COOKIE_FILE",
      sentence:
        "is missing; name the node's cookie file, or give BITCOIN_CORE_USER and BITCOIN_CORE_PASSWORD",
    })
  return wrong
}

/** Time settings that contradict each other: the rest of a payment could be sent later than it must be in a block. */
export function conflictingTimes(settings: Partial<Environment>): { setting: string; sentence: string }[] {
  const { BITCOIN_FIRST_CONFIRMATION_HOURS: hours, BITCOIN_GRACE_MINUTES: minutes } = settings
  if (hours === undefined || minutes === undefined || hours * 60 > minutes) return []
  return [
    { setting: "BITCOIN_FIRST_CONFIRMATION_HOURS", sentence: "must be longer than BITCOIN_GRACE_MINUTES" },
  ]
}

/** Whether staff must set up a second factor before they may do anything else. */
export function isSecondFactorRequired(
  settings: Partial<Pick<Environment, "STAFF_SECOND_FACTOR" | "NODE_ENV" | "SANDBOX">>,
): boolean {
  const isShop = settings.NODE_ENV === "production" && settings.SANDBOX !== true
  return (settings.STAFF_SECOND_FACTOR ?? (isShop ? "required" : "optional")) === "required"
}

/** Without the key staff could not set up the second factor that is required. */
export function missingForSecondFactor(
  settings: Partial<Environment>,
): { setting: string; sentence: string }[] {
  if (!isSecondFactorRequired(settings) || settings.MFA_ENCRYPTION_KEY !== undefined) return []
  const sentence = "is missing; `openssl rand -hex 32` makes one"
  return [{ setting: "MFA_ENCRYPTION_KEY", sentence }]
}

type CardSettings = Pick<
  Environment,
  "CARD_PAYMENTS" | "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET" | "STRIPE_API_URL" | "NODE_ENV" | "SANDBOX"
>

/** How the shop takes cards. */
export function cardMethod(settings: Partial<CardSettings>): "off" | "manual" | "stripe" {
  if (settings.CARD_PAYMENTS !== undefined) return settings.CARD_PAYMENTS
  if (settings.STRIPE_SECRET_KEY !== undefined) return "stripe"
  return settings.NODE_ENV === "production" && settings.SANDBOX !== true ? "off" : "manual"
}

/** Stripe's settings for the module; null: no card is charged on Stripe's page. The environment's rules ensure that they are complete. */
export function stripeOptions(settings: CardSettings) {
  if (cardMethod(settings) !== "stripe") return null
  return {
    secretKey: settings.STRIPE_SECRET_KEY,
    webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
    apiUrl: settings.STRIPE_API_URL ?? null,
  }
}

/** Without both keys no card can be charged: the webhook's secret proves who calls. */
export function missingForCards(settings: Partial<Environment>): { setting: string; sentence: string }[] {
  if (cardMethod(settings) !== "stripe") return []
  return (["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] as const)
    .filter((setting) => settings[setting] === undefined)
    .map((setting) => ({
      setting,
      sentence: "is missing; copy it from Stripe's dashboard, or set CARD_PAYMENTS=off",
    }))
}

type FirebaseSettings = Pick<
  Environment,
  "FIREBASE_PROJECT_ID" | "FIREBASE_CREDENTIALS_FILE" | "FIREBASE_AUTH_EMULATOR_HOST"
>

/** The options of Google sign-in. */
export function firebaseOptions(environment: FirebaseSettings) {
  return {
    projectId: environment.FIREBASE_PROJECT_ID,
    credentialsFile: environment.FIREBASE_CREDENTIALS_FILE,
    emulatorHost: environment.FIREBASE_AUTH_EMULATOR_HOST,
  }
}
