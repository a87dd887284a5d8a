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

/** The chain source options of the Bitcoin module. The environment's rules ensure that they are complete. */
export function bitcoinSource(environment: SourceSettings) {
  if (environment.BITCOIN_SOURCE === "esplora")
    return {
      kind: "esplora",
      urls: environment.BITCOIN_ESPLORA_URL,
      requestsPerMinute: environment.BITCOIN_ESPLORA_REQUESTS_PER_MINUTE,
    }
  const { BITCOIN_CORE_USER: user, BITCOIN_CORE_PASSWORD: password } = environment
  return {
    kind: "core",
    url: environment.BITCOIN_CORE_URL,
    wallet: environment.BITCOIN_CORE_WALLET,
    birth: environment.BITCOIN_WALLET_BIRTHDAY,
    credentials: user && password ? { user, password } : { cookieFile: environment.BITCOIN_CORE_COOKIE_FILE },
  }
}

/** The missing settings of the chosen chain source. Invalid settings are reported separately. */
export function missingForSource(settings: Partial<Environment>): { setting: string; sentence: string }[] {
  const isMissing = (setting: keyof Environment) => settings[setting] === undefined
  if (settings.BITCOIN_SOURCE !== "core") {
    const sentence = "is missing; needs a web address like http://127.0.0.1:3002, or two with a comma"
    return isMissing("BITCOIN_ESPLORA_URL") ? [{ setting: "BITCOIN_ESPLORA_URL", sentence }] : []
  }
  const missing = []
  if (isMissing("BITCOIN_CORE_URL")) {
    missing.push({
      setting: "BITCOIN_CORE_URL",
      sentence: "is missing; needs the node's address like http://127.0.0.1:8332",
    })
  }
  const hasPassword = !isMissing("BITCOIN_CORE_USER") && !isMissing("BITCOIN_CORE_PASSWORD")
  if (!hasPassword && isMissing("BITCOIN_CORE_COOKIE_FILE")) {
    missing.push({
      setting: "BITCOIN_CORE_COOKIE_FILE",
      sentence:
        "is missing; name the node's cookie file, or give BITCOIN_CORE_USER and BITCOIN_CORE_PASSWORD",
    })
  }
  return missing
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

/** Without the key nobody could set up the second factor that is required. */
export function missingForSecondFactor(
  settings: Partial<Environment>,
): { setting: string; sentence: string }[] {
  if (!isSecondFactorRequired(settings) || settings.MFA_ENCRYPTION_KEY !== undefined) return []
  const sentence = "is missing; `openssl rand -hex 32` makes one"
  return [{ setting: "MFA_ENCRYPTION_KEY", sentence }]
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
