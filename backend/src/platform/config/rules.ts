import { z } from "@medusajs/framework/zod"
import { LOOPBACK, type Environment } from "./schema"

/** The settings that are valid. Invalid settings are reported separately and break no rule here. */
type Settings = Partial<Environment>

export interface SettingError {
  setting: string
  sentence: string
}

export const isRealShop = (settings: Pick<Settings, "NODE_ENV" | "SANDBOX">) =>
  settings.NODE_ENV === "production" && settings.SANDBOX !== true

export const isSecondFactorRequired = (
  settings: Pick<Settings, "STAFF_SECOND_FACTOR" | "NODE_ENV" | "SANDBOX">,
): boolean =>
  (settings.STAFF_SECOND_FACTOR ?? (isRealShop(settings) ? "required" : "optional")) === "required"

export function cardMethod(
  settings: Pick<Settings, "CARD_PAYMENTS" | "STRIPE_SECRET_KEY" | "NODE_ENV" | "SANDBOX">,
): "off" | "manual" | "stripe" {
  if (settings.CARD_PAYMENTS !== undefined) return settings.CARD_PAYMENTS
  if (settings.STRIPE_SECRET_KEY !== undefined) return "stripe"
  return isRealShop(settings) ? "off" : "manual"
}

const isLocal = (url: string) => LOOPBACK.has(new URL(url).hostname)

/** Not this machine, a private address, or a container's name. */
function isPublic(url: string): boolean {
  const host = new URL(url).hostname
  return (
    host.includes(".") &&
    !/^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host) &&
    !/\.(local|internal)$/.test(host)
  )
}

const not = (isBroken: (value: string) => boolean, sentence: string) =>
  z.string().refine((value) => !isBroken(value), sentence)
const strongSecret = not(
  (value) => /secret|change|example|password|default|^(.)\1*$/i.test(value),
  "is a sample or too simple; `openssl rand -hex 32` makes one",
)
const longEnough = z.number().min(5, "is too short; give buyers at least 5 minutes")
/** With `prefer` and `allow` an attacker on the way could switch the encryption off. */
const ENCRYPTED = new Set(["require", "verify-ca", "verify-full"])
const isEncrypted = (url: string) => ENCRYPTED.has(new URL(url).searchParams.get("sslmode") ?? "")

const productionSchema = z
  .object({
    BITCOIN_NETWORK: z.literal(
      "mainnet",
      "is a test network, whose coins have no value; a shop uses mainnet",
    ),
    BITCOIN_ESPLORA_URL: z.array(
      not(
        (url) => isLocal(url) && new URL(url).port === "3002",
        "that is the sandbox's chain source (port 3002 of this machine); use your own Esplora server",
      ),
    ),
    BITCOIN_LIGHTNING_URL: not(
      (url) => isLocal(url) && new URL(url).port === "3004",
      "that is the sandbox's Lightning node (port 3004 of this machine); use your own",
    ),
    BITCOIN_QUOTE_MINUTES: longEnough,
    PUBLIC_URL: z.string().startsWith("https://", "a shop in production is served over https"),
    BACKEND_PUBLIC_URL: z.string().startsWith("https://", "the admin in production is served over https"),
    DATABASE_URL: not(
      (url) => isPublic(url) && !isEncrypted(url),
      "leaves the private network unencrypted; add ?sslmode=verify-full",
    ),
    REDIS_URL: not(
      (url) => !isLocal(url) && new URL(url).password === "",
      "has no password; Redis holds the sessions of staff. Use redis://:password@host:6379",
    ).refine(
      (url) => !isPublic(url) || !url.startsWith("redis:"),
      "leaves the private network unencrypted; use rediss://",
    ),
    SMTP_URL: not(
      (url) => isLocal(url) && new URL(url).port === "1025",
      "that is the sandbox's mailbox; buyers would not receive emails",
    ),
    MAIL_FROM: not(
      (from) => /\.example>?$/.test(from),
      "ends in .example; use an address of the shop's own domain",
    ),
    STAFF_EMAIL: not(
      (email) => email.endsWith(".example"),
      "ends in .example; use an address that staff read",
    ),
    STORE_API: z.literal("closed", "open bypasses the checkout's rules; it is for benchmarks and tests"),
    FIREBASE_AUTH_EMULATOR_HOST: z.undefined(
      "lets anyone sign in as any user; it belongs to the sandbox, remove it",
    ),
    STRIPE_SECRET_KEY: not(
      (key) => key.includes("_test_"),
      "is a test key, which takes no money; use a live one",
    ),
    STRIPE_API_URL: z.undefined("belongs to the sandbox, whose card payments are made up; remove it"),
    CARD_RESERVATION_MINUTES: longEnough,
    JWT_SECRET: strongSecret,
    COOKIE_SECRET: strongSecret,
    MFA_ENCRYPTION_KEY: strongSecret,
    STAFF_SECOND_FACTOR: z.literal(
      "required",
      "a password alone does not protect a shop in production; remove this setting",
    ),
  })
  .partial()

function brokenInProduction(settings: Settings): SettingError[] {
  if (!isRealShop(settings)) return []
  const { error } = productionSchema.safeParse(settings)
  const broken = (error?.issues ?? []).map(({ path, message }) => ({
    setting: String(path[0]),
    sentence: message,
  }))
  if (settings.BITCOIN_RATE === "fixed" && settings.BITCOIN_RATE_GBP === "40000")
    broken.push({
      setting: "BITCOIN_RATE_GBP",
      sentence:
        "40000 is the demo's rate; set today's rate, or BITCOIN_RATE=live (if you mean it, write 40000.00)",
    })
  if (settings.COOKIE_SECRET !== undefined && settings.COOKIE_SECRET === settings.JWT_SECRET)
    broken.push({ setting: "COOKIE_SECRET", sentence: "is the same as JWT_SECRET; each needs its own" })
  return broken
}

export function wrongForSource(settings: Settings): SettingError[] {
  const source = settings.BITCOIN_SOURCE ?? "esplora"
  const esploras = settings.BITCOIN_ESPLORA_URL ?? []
  const hasPassword = settings.BITCOIN_CORE_USER !== undefined && settings.BITCOIN_CORE_PASSWORD !== undefined
  const rules: [isBroken: boolean, setting: keyof Environment, sentence: string][] = [
    [
      source !== "core" && esploras.length === 0,
      "BITCOIN_ESPLORA_URL",
      "is missing; needs a web address like http://127.0.0.1:3002, or two with a comma",
    ],
    [
      new Set(esploras).size < esploras.length,
      "BITCOIN_ESPLORA_URL",
      "names one server twice; it would agree with itself",
    ],
    [
      source === "core,esplora" && esploras.length > 1,
      "BITCOIN_ESPLORA_URL",
      "needs one web address with BITCOIN_SOURCE=core,esplora: there are two sources at most",
    ],
    [
      source !== "esplora" && settings.BITCOIN_CORE_URL === undefined,
      "BITCOIN_CORE_URL",
      "is missing; needs the node's address like http://127.0.0.1:8332",
    ],
    [
      source !== "esplora" && !hasPassword && settings.BITCOIN_CORE_COOKIE_FILE === undefined,
      "BITCOIN_CORE_COOKIE_FILE",
      "is missing; name the node's cookie file, or give BITCOIN_CORE_USER and BITCOIN_CORE_PASSWORD",
    ],
  ]
  return rules.flatMap(([isBroken, setting, sentence]) => (isBroken ? [{ setting, sentence }] : []))
}

/** Without these staff could not set up the second factor, no card could be charged, and no Lightning node be asked. */
function missingKeys(settings: Settings): SettingError[] {
  const wanted = {
    ...(isSecondFactorRequired(settings) && {
      MFA_ENCRYPTION_KEY: "is missing; `openssl rand -hex 32` makes one",
    }),
    ...((settings.BITCOIN_LIGHTNING_NODE ?? "off") !== "off" && {
      BITCOIN_LIGHTNING_URL: "is missing; needs the node's address like https://127.0.0.1:8080",
      BITCOIN_LIGHTNING_CREDENTIAL: "is missing; docs/payments.md says how to make one that cannot spend",
    }),
    ...(cardMethod(settings) === "stripe" && {
      STRIPE_SECRET_KEY: "is missing; copy it from Stripe's dashboard, or set CARD_PAYMENTS=off",
      STRIPE_WEBHOOK_SECRET: "is missing; copy it from Stripe's dashboard, or set CARD_PAYMENTS=off",
    }),
  }
  return Object.entries(wanted)
    .filter(([setting]) => !(setting in settings))
    .map(([setting, sentence]) => ({ setting, sentence }))
}

/** The rest of a payment could be sent later than it must be in a block. */
function conflictingTimes(settings: Settings): SettingError[] {
  const { BITCOIN_FIRST_CONFIRMATION_HOURS: hours, BITCOIN_GRACE_MINUTES: minutes } = settings
  if (hours === undefined || minutes === undefined || hours * 60 > minutes) return []
  return [
    { setting: "BITCOIN_FIRST_CONFIRMATION_HOURS", sentence: "must be longer than BITCOIN_GRACE_MINUTES" },
  ]
}

export const brokenRules = (settings: Settings): SettingError[] =>
  [brokenInProduction, wrongForSource, missingKeys, conflictingTimes].flatMap((rule) => rule(settings))
