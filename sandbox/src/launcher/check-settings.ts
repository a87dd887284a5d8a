import { execa } from "execa"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { z } from "zod"
import { pathBeside, TYPESCRIPT } from "../process/child.js"
import { inheritedEnvironment } from "../process/environment.js"
import { UserError } from "../process/user-error.js"
import { DEMO_BRAND } from "./brands.js"
import { hashOf, repository } from "./builds.js"
import { SANDBOX_DESCRIPTOR } from "../bitcoin/demonstration-wallet.js"
import {
  givenSettings,
  parseSettings,
  type Problem,
  problemLines,
  type Settings,
  SETTINGS_ARE_WRONG,
  usesSandboxLightning,
} from "./settings.js"

/** The values that the launcher sets itself, so that the servers' schemas report the developer's values only. */
const LAUNCHER_VALUES = {
  SANDBOX: "true",
  NODE_ENV: "production",
  DATABASE_URL: "postgres://shop:shop@127.0.0.1:5432/shop",
  JWT_SECRET: "0".repeat(64),
  COOKIE_SECRET: "1".repeat(64),
  MFA_ENCRYPTION_KEY: "2".repeat(64),
  SMTP_URL: "smtp://127.0.0.1:1025",
  STRIPE_SECRET_KEY: `sk_test_${"3".repeat(64)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${"4".repeat(64)}`,
  BITCOIN_NETWORK: "regtest",
  BITCOIN_DESCRIPTOR: SANDBOX_DESCRIPTOR,
  BITCOIN_ESPLORA_URL: "http://127.0.0.1:3002",
  BITCOIN_LIGHTNING_URL: "http://127.0.0.1:3004",
  BITCOIN_LIGHTNING_CREDENTIAL: "5".repeat(64),
}

export interface CheckedSettings {
  given: Record<string, string>
  /** undefined when a setting of the launcher is invalid */
  settings: Settings | undefined
  problems: Problem[]
  /** A sentence for each unknown name in `.env` */
  unknown: string[]
}

/** Reads `.env` and the environment and validates every setting of launcher, backend and storefront. */
export async function examineSettings(): Promise<CheckedSettings> {
  const { given, unknown } = givenSettings()
  const { settings, problems: own } = parseSettings(given)
  const stamp = settings === undefined ? undefined : join(settings.SANDBOX_DATA, "settings-checked")
  const schemas = hashOf(repository, [
    "backend/src/platform/config",
    "backend/src/modules/bitcoin-payment/src/adapters/descriptor.ts",
    "storefront/server/environment.ts",
    `brands/${given.BRAND ?? DEMO_BRAND}/brand.json`,
  ])
  const hash = createHash("sha256").update(JSON.stringify(given)).update(schemas).digest("hex")
  if (stamp !== undefined && existsSync(stamp) && readFileSync(stamp, "utf8") === hash)
    return { given, settings, problems: [], unknown }

  const names = new Set(own.map(({ name }) => name))
  const problems = [...own, ...(await serverProblems(given)).filter(({ name }) => !names.has(name))]
  if (stamp !== undefined && problems.length === 0) {
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, hash)
  }
  return { given, settings, problems, unknown }
}

/** @throws UserError that lists every invalid setting */
export async function checkSettings(): Promise<{ settings: Settings; unknown: string[] }> {
  const { given, settings, problems, unknown } = await examineSettings()
  if (settings !== undefined && problems.length === 0) return { settings, unknown }
  throw new UserError(SETTINGS_ARE_WRONG, problemLines(problems, given))
}

const problemsSchema = z.array(z.object({ name: z.string(), sentence: z.string() }))

/** Validates with the servers' own code, in a child process because it reads `process.env`. */
async function serverProblems(given: Readonly<Record<string, string>>): Promise<Problem[]> {
  const script = pathBeside(import.meta.url, "./validate-settings.ts")
  const problems = problemsSchema.parse(await answerOf(script, given))
  return [...new Map(problems.map((problem) => [problem.name, problem])).values()]
}

const findingsSchema = z.array(z.object({ isGood: z.boolean(), text: z.string() }))

/** What the developer's own Lightning node says, and its credential; nothing without such a node. */
export async function lightningFindings(settings: Pick<Settings, "given">) {
  const { BITCOIN_LIGHTNING_NODE: node = "off" } = settings.given
  if (node === "off" || usesSandboxLightning(settings)) return []
  const script = join(repository, "backend/src/scripts/bitcoin/ask-lightning.ts")
  return findingsSchema.parse(await answerOf(script, settings.given))
}

async function answerOf(script: string, given: Readonly<Record<string, string>>): Promise<unknown> {
  const { stdout } = await execa(process.execPath, ["--conditions", "source", ...TYPESCRIPT, script], {
    cwd: join(repository, "backend"),
    env: { ...inheritedEnvironment(), ...LAUNCHER_VALUES, ...given },
    extendEnv: false,
  })
  return JSON.parse(stdout)
}
