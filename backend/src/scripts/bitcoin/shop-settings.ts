import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { z } from "@medusajs/framework/zod"
import { bitcoinSource, DEFAULT_GAP_LIMIT } from "../../platform/config/module-options"
import { wrongForSource } from "../../platform/config/rules"
import { environmentSchema } from "../../platform/config/schema"
import { UserError } from "./command"
import { settingsIn } from "./settings-in"

/** What `npm start` stores about its Postgres. */
const sandboxSchema = z.object({ port: z.number().int(), password: z.string().min(1) })

const sourceSchema = environmentSchema.pick({
  BITCOIN_SOURCE: true,
  BITCOIN_ESPLORA_URL: true,
  BITCOIN_CORE_URL: true,
  BITCOIN_CORE_USER: true,
  BITCOIN_CORE_PASSWORD: true,
  BITCOIN_CORE_COOKIE_FILE: true,
  BITCOIN_CORE_WALLET: true,
  BITCOIN_WALLET_BIRTHDAY: true,
})

export interface ShopSettings {
  readonly databaseUrl: string
  /** Where the database's URL was found, as a sentence. */
  readonly foundIn: string
  /** For `sourceSettingsSchema`; null if the settings name no chain source. */
  readonly source: unknown
  /** The gap limit of the wallet's own program. */
  readonly gapLimit: number
}

/** From the environment, else `.env` in this folder, else what `npm start` stored. @throws UserError */
export function readShopSettings(folder = process.cwd()): ShopSettings {
  const set = settingsIn(folder)
  const own = set("DATABASE_URL")
  const dataFolder = path.resolve(folder, set("SANDBOX_DATA") ?? ".data")
  const sandbox = own === undefined ? sandboxDatabase(dataFolder) : null
  if (own === undefined && sandbox === null)
    throw new UserError(
      `No database to ask: DATABASE_URL is neither in the environment nor in ${path.join(folder, ".env")}, and npm start has kept nothing in ${dataFolder}. Run this in the shop's folder.`,
    )
  const where = process.env.DATABASE_URL ? "the environment" : ".env"
  return {
    databaseUrl: own ?? sandbox ?? "",
    foundIn:
      own === undefined ? `The database of npm start, kept in ${dataFolder}.` : `DATABASE_URL of ${where}.`,
    source: sourceOf(set, sandbox !== null),
    gapLimit:
      parsed(environmentSchema.shape.BITCOIN_WALLET_GAP_LIMIT, "BITCOIN_WALLET_GAP_LIMIT", set) ??
      DEFAULT_GAP_LIMIT,
  }
}

function sourceOf(set: (name: string) => string | undefined, isSandbox: boolean): unknown {
  const given = Object.fromEntries(
    Object.keys(sourceSchema.shape).flatMap((name) => {
      const value = set(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  if (isSandbox && given.BITCOIN_SOURCE === undefined && !("BITCOIN_ESPLORA_URL" in given))
    given.BITCOIN_ESPLORA_URL = `http://127.0.0.1:${set("ESPLORA_PORT") ?? "3002"}`
  const parsed = sourceSchema.safeParse(given)
  if (!parsed.success)
    throw new UserError(
      parsed.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`).join("\n"),
    )
  return wrongForSource(parsed.data).length > 0 ? null : bitcoinSource(parsed.data)
}

function parsed<T>(schema: z.ZodType<T>, name: string, set: (name: string) => string | undefined): T {
  const result = schema.safeParse(set(name))
  if (!result.success) throw new UserError(`${name}: ${result.error.issues[0]?.message ?? "does not read"}`)
  return result.data
}

function sandboxDatabase(dataFolder: string): string | null {
  const file = path.join(dataFolder, "postgres/connection.json")
  if (!existsSync(file)) return null
  const { port, password } = sandboxSchema.parse(JSON.parse(readFileSync(file, "utf8")))
  return `postgres://shop:${password}@127.0.0.1:${port}/shop`
}
