import { createHash } from "node:crypto"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { understandTypeScript } from "../process/child.js"
import { Explained } from "../process/explain.js"
import { inheritedEnvironment } from "../process/environment.js"
import { readLog } from "../process/log.js"
import { hashOf } from "./content-hash.js"
import { repository } from "./repository.js"
import { run } from "./run.js"
import { givenSettings, parseSettings, type Settings } from "./settings.js"

/** What the launcher will say itself: stand-ins, so that the backend complains of the developer's values alone. */
const STAND_INS = {
  DATABASE_URL: "postgres://shop:shop@127.0.0.1:5432/shop",
  JWT_SECRET: "0".repeat(64),
  COOKIE_SECRET: "1".repeat(64),
  SMTP_URL: "smtp://127.0.0.1:1025",
  BITCOIN_NETWORK: "regtest",
  BITCOIN_DESCRIPTOR: "stand-in",
  BITCOIN_ESPLORA_URL: "http://127.0.0.1:3002",
}

/**
 * Reads and checks `.env` and the environment before anything takes time, the backend's part by the backend itself.
 * @returns the settings, and the names in `.env` that are no setting
 * @throws Explained with every wrong value, one a line
 */
export async function checkSettings(): Promise<{ settings: Settings; unknown: string[] }> {
  const { given, unknown } = givenSettings()
  const own = parseSettings(given)
  const settings = "settings" in own ? own.settings : undefined
  const problems = "problems" in own ? own.problems : []
  const stamp = settings === undefined ? undefined : join(settings.SANDBOX_DATA, "settings-checked")
  const hash = createHash("sha256")
    .update(JSON.stringify(given))
    .update(hashOf(repository, ["backend/src/config"]))
    .digest("hex")
  if (stamp === undefined || !existsSync(stamp) || readFileSync(stamp, "utf8") !== hash) {
    const named = new Set(problems.map(({ name }) => name))
    problems.push(...(await backendProblems(given)).filter(({ name }) => !named.has(name)))
  }
  if (settings !== undefined && stamp !== undefined && problems.length === 0) {
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, hash)
    return { settings, unknown }
  }
  throw new Explained(
    "A setting in .env (or the environment) is wrong; .env.example explains each:",
    problems.map(({ name, sentence }) => `${name}=${given[name] ?? ""}: ${sentence}`),
  )
}

/** The backend reads its environment as it will when it starts, and lists what is wrong, `NAME: sentence` a line. */
async function backendProblems(given: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "shop-settings-"))
  const logFile = join(folder, "log")
  try {
    await run(
      {
        name: "checking the settings",
        script: join(repository, "backend/src/config/index.ts"),
        cwd: join(repository, "backend"),
        env: { ...inheritedEnvironment(), ...STAND_INS, ...given, SANDBOX: "true", NODE_ENV: "production" },
        logFile,
      },
      understandTypeScript(),
    )
    return []
  } catch (error) {
    const lines = [...readLog(logFile).matchAll(/^\s+([A-Z][A-Z0-9_]*): (.+)$/gm)]
    if (lines.length === 0) throw error
    return lines.map(([, name = "", sentence = ""]) => ({ name, sentence }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
