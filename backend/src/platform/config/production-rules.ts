import { isPrivateHost } from "./private-host"
import type { Environment } from "./schema"

/** The settings that are valid. Invalid settings are reported separately and break no rule here. */
type Settings = Partial<Environment>

interface Rule {
  setting: keyof Environment
  sentence: string
  isBroken: (settings: Settings) => boolean
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"])
const SAMPLES = /secret|change|example|password|default|^(.)\1*$/i
const isLocal = (url: string | undefined) => url !== undefined && LOOPBACK.has(new URL(url).hostname)
const isPlain = (url: string | undefined) => url !== undefined && !url.startsWith("https://")

const hostOf = (url: string | undefined) => (url === undefined ? null : new URL(url).hostname)
const isPublic = (url: string | undefined) => {
  const host = hostOf(url)
  return host !== null && !isPrivateHost(host)
}
/** With `prefer` and `allow` an attacker on the way could switch the encryption off. */
const ENCRYPTED = new Set(["require", "verify-ca", "verify-full"])

/** What is allowed on a developer's machine but not in production. */
const RULES: readonly Rule[] = [
  {
    setting: "BITCOIN_NETWORK",
    sentence: "is a test network, whose coins have no value; a shop uses mainnet",
    isBroken: ({ BITCOIN_NETWORK: network }) => network !== undefined && network !== "mainnet",
  },
  {
    setting: "BITCOIN_RATE_GBP",
    sentence:
      "40000 is the demo's rate; set today's rate, or BITCOIN_RATE=live (if you mean it, write 40000.00)",
    isBroken: ({ BITCOIN_RATE: rate, BITCOIN_RATE_GBP: pounds }) => rate === "fixed" && pounds === "40000",
  },
  {
    setting: "BITCOIN_ESPLORA_URL",
    sentence: "that is the sandbox's chain source (port 3002 of this machine); use your own Esplora server",
    isBroken: (settings) =>
      settings.BITCOIN_ESPLORA_URL?.some((url) => isLocal(url) && new URL(url).port === "3002") === true,
  },
  {
    setting: "BITCOIN_QUOTE_MINUTES",
    sentence: "is too short; give buyers at least 5 minutes",
    isBroken: (settings) =>
      settings.BITCOIN_QUOTE_MINUTES !== undefined && settings.BITCOIN_QUOTE_MINUTES < 5,
  },
  {
    setting: "PUBLIC_URL",
    sentence: "a shop in production is served over https",
    isBroken: (settings) => isPlain(settings.PUBLIC_URL),
  },
  {
    setting: "BACKEND_PUBLIC_URL",
    sentence: "the admin in production is served over https",
    isBroken: (settings) => isPlain(settings.BACKEND_PUBLIC_URL),
  },
  {
    setting: "DATABASE_URL",
    sentence: "leaves the private network unencrypted; add ?sslmode=verify-full",
    isBroken: ({ DATABASE_URL: url }) =>
      isPublic(url) && !ENCRYPTED.has(new URL(url ?? "").searchParams.get("sslmode") ?? ""),
  },
  {
    setting: "REDIS_URL",
    sentence: "has no password; Redis holds the sessions of staff. Use redis://:password@host:6379",
    isBroken: ({ REDIS_URL: url }) => url !== undefined && !isLocal(url) && new URL(url).password === "",
  },
  {
    setting: "REDIS_URL",
    sentence: "leaves the private network unencrypted; use rediss://",
    isBroken: ({ REDIS_URL: url }) => isPublic(url) && url?.startsWith("redis:") === true,
  },
  {
    setting: "SMTP_URL",
    sentence: "that is the sandbox's mailbox; buyers would not receive emails",
    isBroken: (settings) => isLocal(settings.SMTP_URL) && new URL(settings.SMTP_URL ?? "").port === "1025",
  },
  {
    setting: "MAIL_FROM",
    sentence: "ends in .example; use an address of the shop's own domain",
    isBroken: (settings) => settings.MAIL_FROM !== undefined && /\.example>?$/.test(settings.MAIL_FROM),
  },
  {
    setting: "STAFF_EMAIL",
    sentence: "ends in .example; use an address that staff read",
    isBroken: (settings) => settings.STAFF_EMAIL?.endsWith(".example") === true,
  },
  {
    setting: "STORE_API",
    sentence: "open bypasses the checkout's rules; it is for benchmarks and tests",
    isBroken: (settings) => settings.STORE_API === "open",
  },
  {
    setting: "FIREBASE_AUTH_EMULATOR_HOST",
    sentence: "lets anyone sign in as any user; it belongs to the sandbox, remove it",
    isBroken: (settings) => settings.FIREBASE_AUTH_EMULATOR_HOST !== undefined,
  },
  {
    setting: "STRIPE_SECRET_KEY",
    sentence: "is a test key, which takes no money; use a live one",
    isBroken: (settings) => settings.STRIPE_SECRET_KEY?.includes("_test_") === true,
  },
  {
    setting: "STRIPE_API_URL",
    sentence: "belongs to the sandbox, whose card payments are made up; remove it",
    isBroken: (settings) => settings.STRIPE_API_URL !== undefined,
  },
  {
    setting: "CARD_RESERVATION_MINUTES",
    sentence: "is too short; give buyers at least 5 minutes",
    isBroken: (settings) =>
      settings.CARD_RESERVATION_MINUTES !== undefined && settings.CARD_RESERVATION_MINUTES < 5,
  },
  {
    setting: "JWT_SECRET",
    sentence: "is a sample or too simple; `openssl rand -hex 32` makes one",
    isBroken: (settings) => settings.JWT_SECRET !== undefined && SAMPLES.test(settings.JWT_SECRET),
  },
  {
    setting: "COOKIE_SECRET",
    sentence: "is a sample or too simple; `openssl rand -hex 32` makes one",
    isBroken: (settings) => settings.COOKIE_SECRET !== undefined && SAMPLES.test(settings.COOKIE_SECRET),
  },
  {
    setting: "MFA_ENCRYPTION_KEY",
    sentence: "is a sample or too simple; `openssl rand -hex 32` makes one",
    isBroken: (settings) =>
      settings.MFA_ENCRYPTION_KEY !== undefined && SAMPLES.test(settings.MFA_ENCRYPTION_KEY),
  },
  {
    setting: "STAFF_SECOND_FACTOR",
    sentence: "a password alone does not protect a shop in production; remove this setting",
    isBroken: (settings) => settings.STAFF_SECOND_FACTOR === "optional",
  },
  {
    setting: "COOKIE_SECRET",
    sentence: "is the same as JWT_SECRET; each needs its own",
    isBroken: (settings) =>
      settings.COOKIE_SECRET !== undefined && settings.COOKIE_SECRET === settings.JWT_SECRET,
  },
]

/** A shop in production, outside the sandbox. */
export const isRealShop = (settings: Settings) =>
  settings.NODE_ENV === "production" && settings.SANDBOX !== true

/** The production rules that these settings break; none in development or in the sandbox. */
export function brokenProductionRules(settings: Settings): Rule[] {
  if (!isRealShop(settings)) return []
  return RULES.filter((rule) => rule.isBroken(settings))
}
