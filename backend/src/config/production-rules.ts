import type { Environment } from "./schema"

/** What parsed so far; a setting that did not parse is reported for itself and breaks no rule here. */
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

/** What a developer's machine may do and a shop that takes real money may not. */
const RULES: readonly Rule[] = [
  {
    setting: "BITCOIN_NETWORK",
    sentence: "regtest is the sandbox's play money; a shop takes mainnet",
    isBroken: (settings) => settings.BITCOIN_NETWORK === "regtest",
  },
  {
    setting: "BITCOIN_ESPLORA_URL",
    sentence: "that is the sandbox's chain (port 3002 of this machine); name your own Esplora",
    isBroken: (settings) =>
      settings.BITCOIN_ESPLORA_URL?.some((url) => isLocal(url) && new URL(url).port === "3002") === true,
  },
  {
    setting: "BITCOIN_QUOTE_MINUTES",
    sentence: "nobody can pay so quickly; give buyers 5 minutes at least",
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
    setting: "SMTP_URL",
    sentence: "that is the sandbox's mailbox; buyers would get no mail",
    isBroken: (settings) => isLocal(settings.SMTP_URL) && new URL(settings.SMTP_URL ?? "").port === "1025",
  },
  {
    setting: "MAIL_FROM",
    sentence: "ends in .example, where nobody can answer; use an address of the shop's own domain",
    isBroken: (settings) => settings.MAIL_FROM !== undefined && /\.example>?$/.test(settings.MAIL_FROM),
  },
  {
    setting: "STAFF_EMAIL",
    sentence: "ends in .example, where nobody reads; use an address that staff read",
    isBroken: (settings) => settings.STAFF_EMAIL?.endsWith(".example") === true,
  },
  {
    setting: "STORE_API",
    sentence: "open lets shoppers pass by the checkout's rules; it is for the bench and the tests",
    isBroken: (settings) => settings.STORE_API === "open",
  },
  {
    setting: "FIREBASE_AUTH_EMULATOR_HOST",
    sentence: "lets anybody sign in as anybody; it is the sandbox's, take it out",
    isBroken: (settings) => settings.FIREBASE_AUTH_EMULATOR_HOST !== undefined,
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
    setting: "COOKIE_SECRET",
    sentence: "is the same as JWT_SECRET; each needs its own",
    isBroken: (settings) =>
      settings.COOKIE_SECRET !== undefined && settings.COOKIE_SECRET === settings.JWT_SECRET,
  },
]

/** The rules of a production shop that these settings break; none outside production, none in the sandbox. */
export function brokenProductionRules(settings: Settings): Rule[] {
  if (settings.NODE_ENV !== "production" || settings.SANDBOX === true) return []
  return RULES.filter((rule) => rule.isBroken(settings))
}
