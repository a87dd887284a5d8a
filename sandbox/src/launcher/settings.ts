import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseEnv } from "node:util"
import { z } from "zod"
import { SANDBOX_DESCRIPTOR } from "../bitcoin/demonstration-wallet.js"
import { UserError } from "../process/user-error.js"
import { brandNames, DEMO_BRAND, staffEmailOf } from "./brands.js"
import { repository } from "./builds.js"

const portNumber = (preset: number) => {
  const error = "needs a port number from 1024 to 65535"
  return z.coerce.number({ error }).int(error).min(1024, error).max(65535, error).default(preset)
}
const webAddress = z.url({ protocol: /^https?$/, error: "needs a web address like http://localhost:8000" })
const BLOCK_SECONDS_ERROR = "needs a number of seconds from 0 to 3600; 0 means blocks on demand only"

const schema = z.object({
  BRAND: z.string().default(DEMO_BRAND),
  STOREFRONT_HOST: z.string().default("127.0.0.1"),
  STOREFRONT_PORT: portNumber(8000),
  BACKEND_PORT: portNumber(9000),
  ESPLORA_PORT: portNumber(3002),
  CARD_PROCESSOR_PORT: portNumber(3003),
  LIGHTNING_PORT: portNumber(3004),
  SMTP_PORT: portNumber(1025),
  MAIL_PORT: portNumber(8025),
  AUTH_PORT: portNumber(9099),
  FIREBASE_PROJECT_ID: z.string().optional(),
  BLOCK_SECONDS: z.coerce
    .number({ error: BLOCK_SECONDS_ERROR })
    .min(0, BLOCK_SECONDS_ERROR)
    .max(3600, BLOCK_SECONDS_ERROR)
    .default(10),
  SANDBOX_DATA: z.string().optional(),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "needs a PostgreSQL address like postgres://user:password@host:5432/shop",
    })
    .optional(),
  PUBLIC_URL: webAddress.optional(),
  BACKEND_PUBLIC_URL: webAddress.optional(),
  ADMIN_EMAIL: z.email("needs an email address").optional(),
  BITCOIN_NETWORK: z
    .literal("regtest", {
      error:
        "npm start runs the sandbox's own network, regtest. Other networks need a production start (docs/going-live.md).",
    })
    .default("regtest"),
  BITCOIN_DESCRIPTOR: z.string().default(SANDBOX_DESCRIPTOR),
})

export type Settings = z.infer<typeof schema> & {
  /** The first member of staff */
  ADMIN_EMAIL: string
  /** Each brand has its own shop, unless the developer names a folder */
  SANDBOX_DATA: string
  /** Every documented variable that the developer has set */
  given: Record<string, string>
}

export interface Problem {
  name: string
  sentence: string
}

/** Whether the emulator replaces Google. With the developer's own Firebase project it does not run. */
export function usesSignInEmulator(settings: Pick<Settings, "FIREBASE_PROJECT_ID">): boolean {
  return settings.FIREBASE_PROJECT_ID === undefined
}

/** Whether the sandbox's own chain runs. With a node or an Esplora of the developer's own it does not. */
export function usesSandboxChain({ given }: Pick<Settings, "given">): boolean {
  return (given.BITCOIN_SOURCE ?? "esplora") === "esplora" && given.BITCOIN_ESPLORA_URL === undefined
}

/** Whether the sandbox's Lightning network runs on its chain. With a node of the developer's own, or without Lightning, it does not. */
export function usesSandboxLightning(settings: Pick<Settings, "given">): boolean {
  const { BITCOIN_LIGHTNING_NODE: node, BITCOIN_LIGHTNING_URL: url } = settings.given
  return usesSandboxChain(settings) && node !== "off" && url === undefined
}

/** Whether the sandbox's card processor replaces Stripe. With the developer's own Stripe keys, or without cards, it does not run. */
export function usesCardProcessor({ given }: Pick<Settings, "given">): boolean {
  const hasKey = given.STRIPE_SECRET_KEY !== undefined || given.STRIPE_SECRET_KEY_FILE !== undefined
  return (given.CARD_PAYMENTS ?? "stripe") === "stripe" && !hasKey
}

/** Every setting in `.env.example`. No other variable of the environment reaches the shop. */
function documentedNames(): string[] {
  const example = readFileSync(join(repository, ".env.example"), "utf8")
  return [...example.matchAll(/^#?\s?([A-Z][A-Z0-9_]*)=/gm)].flatMap(([, name]) => name ?? [])
}

const envFile = join(repository, ".env")

/** Whether the developer has made an `.env`. */
export const hasEnvFile = (): boolean => existsSync(envFile)

function readEnvFile(): NodeJS.Dict<string> {
  return hasEnvFile() ? parseEnv(readFileSync(envFile, "utf8")) : {}
}

/** The settings from the environment or `.env`, and a sentence for each unknown name in `.env`. */
export function givenSettings(
  environment: NodeJS.Dict<string> = process.env,
  fromFile: NodeJS.Dict<string> = readEnvFile(),
): { given: Record<string, string>; unknown: string[] } {
  const documented = documentedNames()
  const given: Record<string, string> = {}
  for (const name of documented) {
    const value = environment[name] ?? fromFile[name]
    if (value !== undefined && value !== "") given[name] = value
  }
  const unknown = Object.keys(fromFile).filter((name) => !documented.includes(name))
  return { given, unknown: unknown.map((name) => unknownSetting(name, documented)) }
}

const MAX_TYPOS = 3

function unknownSetting(name: string, documented: readonly string[]): string {
  const closest = closestTo(name, documented)
  const hint = closest === undefined ? ".env.example lists all settings." : `Did you mean ${closest}?`
  return `${name} in .env is not a setting of the shop. ${hint}`
}

function unknownBrand(name: string): string {
  const closest = closestTo(name, brandNames())
  const hint = closest === undefined ? `There are: ${brandNames().join(", ")}.` : `Did you mean ${closest}?`
  return `there is no folder brands/${name}. ${hint} \`npm run shop brand:new -- "Name of the shop"\` makes one.`
}

function closestTo(name: string, known: readonly string[]): string | undefined {
  const [closest] = known
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .filter(({ distance }) => distance <= MAX_TYPOS)
    .sort((a, b) => a.distance - b.distance)
  return closest?.candidate
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1]
    for (const [j, other] of Array.from(b).entries()) {
      const substitution = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(substitution, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** The launcher's own settings. */
export function parseSettings(
  given: Record<string, string>,
): { settings: Settings; problems: [] } | { settings?: undefined; problems: Problem[] } {
  const parsed = schema.safeParse(given)
  const invalid = parsed.error?.issues ?? []
  const problems = invalid.map(({ path, message }) => ({ name: path.join("."), sentence: message }))
  // The valid settings are checked together as well: one run names every fault.
  const wrong = new Set(problems.map(({ name }) => name))
  const valid = schema.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))))
  const isBrand = brandNames().includes(valid.BRAND)
  if (!isBrand) problems.push({ name: "BRAND", sentence: unknownBrand(valid.BRAND) })
  const { BRAND: brand, ADMIN_EMAIL: admin, SANDBOX_DATA: data } = valid
  const settings = {
    ...valid,
    ADMIN_EMAIL: admin ?? (isBrand ? staffEmailOf(brand) : ""),
    SANDBOX_DATA: resolve(repository, data ?? (brand === DEMO_BRAND ? ".data" : `.data/brands/${brand}`)),
    given,
  }
  problems.push(...duplicatePorts(settings, wrong))
  return problems.length > 0 ? { problems } : { settings, problems: [] }
}

/** The settings that are ports, each with its purpose. */
export const PORTS = [
  ["STOREFRONT_PORT", "the shop"],
  ["BACKEND_PORT", "backend and admin"],
  ["ESPLORA_PORT", "the Bitcoin network"],
  ["CARD_PROCESSOR_PORT", "the card processor"],
  ["LIGHTNING_PORT", "the Lightning node"],
  ["SMTP_PORT", "incoming mail"],
  ["MAIL_PORT", "the mailbox"],
  ["AUTH_PORT", "the Google sign-in emulator"],
] as const

/** The ports in use, each with its setting and its purpose. */
export function portsOf(settings: Settings) {
  return PORTS.filter(
    ([name]) =>
      (name !== "AUTH_PORT" || usesSignInEmulator(settings)) &&
      (name !== "ESPLORA_PORT" || usesSandboxChain(settings)) &&
      (name !== "LIGHTNING_PORT" || usesSandboxLightning(settings)) &&
      (name !== "CARD_PROCESSOR_PORT" || usesCardProcessor(settings)),
  ).map(([name, purpose]) => ({ name, purpose, port: settings[name] }))
}

/** Two ports that are equal, reported for the one that the developer has set. Invalid ones are reported already. */
function duplicatePorts(settings: Settings, invalid: ReadonlySet<string>): Problem[] {
  const ports = portsOf(settings).filter(({ name }) => !invalid.has(name))
  return ports.flatMap(({ name, port }, index) => {
    const other = ports.slice(0, index).find((earlier) => earlier.port === port)
    if (other === undefined) return []
    const [set, conflict] = name in settings.given ? [name, other.name] : [other.name, name]
    return [{ name: set, sentence: `port ${port} is already the port of ${conflict}; choose another one` }]
  })
}

export function problemLines(problems: readonly Problem[], given: Record<string, string>): string[] {
  return problems.map(({ name, sentence }) => `${name}=${given[name] ?? ""}: ${sentence}`)
}

export const SETTINGS_ARE_WRONG =
  "A setting in .env (or the environment) is wrong. .env.example explains each setting:"

/** @throws UserError that lists every invalid setting of the launcher */
export function readSettings(environment?: NodeJS.Dict<string>, fromFile?: NodeJS.Dict<string>): Settings {
  const { given } = givenSettings(environment, fromFile)
  const { settings, problems } = parseSettings(given)
  if (settings !== undefined) return settings
  throw new UserError(SETTINGS_ARE_WRONG, problemLines(problems, given))
}

export function addressesOf(settings: Settings) {
  return {
    shop: settings.PUBLIC_URL ?? `http://localhost:${settings.STOREFRONT_PORT}`,
    backend: `http://127.0.0.1:${settings.BACKEND_PORT}`,
    admin: settings.BACKEND_PUBLIC_URL ?? `http://localhost:${settings.BACKEND_PORT}`,
    esplora: `http://127.0.0.1:${settings.ESPLORA_PORT}`,
    lightning: `http://127.0.0.1:${settings.LIGHTNING_PORT}`,
    cards: `http://127.0.0.1:${settings.CARD_PROCESSOR_PORT}`,
    smtp: `smtp://127.0.0.1:${settings.SMTP_PORT}`,
    mail: `http://localhost:${settings.MAIL_PORT}`,
  }
}
