import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseEnv } from "node:util"
import { z } from "zod"
import { Explained } from "../process/explain.js"
import { SANDBOX_DESCRIPTOR } from "./regtest-wallet.js"
import { repository } from "./repository.js"

const portNumber = (preset: number) => {
  const error = "needs a port number from 1024 to 65535"
  return z.coerce.number({ error }).int(error).min(1024, error).max(65535, error).default(preset)
}
const webAddress = z.url({ protocol: /^https?$/, error: "needs a web address like http://localhost:8000" })

const schema = z.object({
  STOREFRONT_HOST: z.string().default("127.0.0.1"),
  STOREFRONT_PORT: portNumber(8000),
  BACKEND_PORT: portNumber(9000),
  ESPLORA_PORT: portNumber(3002),
  SMTP_PORT: portNumber(1025),
  MAIL_PORT: portNumber(8025),
  AUTH_PORT: portNumber(9099),
  FIREBASE_PROJECT_ID: z.string().optional(),
  BLOCK_SECONDS: z.coerce
    .number({ error: "needs a number of seconds; 0 for blocks on demand only" })
    .min(0, "needs a number of seconds; 0 for blocks on demand only")
    .max(3600, "needs at most 3600 seconds")
    .default(10),
  SANDBOX_DATA: z.string().default(".data"),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "needs a PostgreSQL address like postgres://user:password@host:5432/shop",
    })
    .optional(),
  PUBLIC_URL: webAddress.optional(),
  BACKEND_PUBLIC_URL: webAddress.optional(),
  ADMIN_EMAIL: z.email("needs an e-mail address").default("staff@bramble-and-comb.example"),
  BITCOIN_NETWORK: z
    .literal("regtest", {
      error:
        "npm start runs the sandbox's own network, regtest; another one belongs to a production start (docs/operating.md)",
    })
    .default("regtest"),
  BITCOIN_DESCRIPTOR: z.string().default(SANDBOX_DESCRIPTOR),
})

export type Settings = z.infer<typeof schema> & {
  /** Variables for shop and storefront that were set by the developer, as they were given */
  given: Record<string, string>
}

const envFile = join(repository, ".env")

/** Every setting there is, by `.env.example`: nothing else of the environment reaches the shop. */
function documentedNames(): string[] {
  const example = readFileSync(join(repository, ".env.example"), "utf8")
  return [...example.matchAll(/^#?\s?([A-Z][A-Z0-9_]*)=/gm)].flatMap(([, name]) =>
    name === undefined ? [] : [name],
  )
}

/** What `.env` at the root says; nothing when there is none. */
function readEnvFile(): NodeJS.Dict<string> {
  return existsSync(envFile) ? parseEnv(readFileSync(envFile, "utf8")) : {}
}

/** What was set, by the environment or else by `.env`; and the names in `.env` that are no setting. */
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
  return { given, unknown: Object.keys(fromFile).filter((name) => !documented.includes(name)) }
}

export interface Problem {
  name: string
  sentence: string
}

/** The launcher's own part of what was set. */
export function parseSettings(
  given: Record<string, string>,
): { settings: Settings } | { problems: Problem[] } {
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    return {
      problems: parsed.error.issues.map(({ path, message }) => ({ name: path.join("."), sentence: message })),
    }
  }
  return { settings: { ...parsed.data, SANDBOX_DATA: resolve(repository, parsed.data.SANDBOX_DATA), given } }
}

/** @throws Explained with every wrong value of the launcher's own, one a line */
export function readSettings(environment?: NodeJS.Dict<string>, fromFile?: NodeJS.Dict<string>): Settings {
  const { given } = givenSettings(environment, fromFile)
  const parsed = parseSettings(given)
  if ("settings" in parsed) return parsed.settings
  const lines = parsed.problems.map(({ name, sentence }) => `${name}=${given[name] ?? ""}: ${sentence}`)
  throw new Explained("A setting in .env (or the environment) is wrong; .env.example explains each:", lines)
}

/** Where everything is, once the ports are known. */
export function addressesOf(settings: Settings) {
  return {
    shop: settings.PUBLIC_URL ?? `http://localhost:${settings.STOREFRONT_PORT}`,
    backend: `http://127.0.0.1:${settings.BACKEND_PORT}`,
    admin: settings.BACKEND_PUBLIC_URL ?? `http://localhost:${settings.BACKEND_PORT}`,
    esplora: `http://127.0.0.1:${settings.ESPLORA_PORT}`,
    smtp: `smtp://127.0.0.1:${settings.SMTP_PORT}`,
    mail: `http://localhost:${settings.MAIL_PORT}`,
  }
}
