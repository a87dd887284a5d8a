import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from "node:fs"
import { statfs } from "node:fs/promises"
import { freemem, totalmem } from "node:os"
import { dirname, join } from "node:path"
import { findBinaries } from "../postgres/binaries.js"
import { serverAccount } from "../postgres/data-directory.js"
import { isPortFree } from "../process/ports.js"
import { linesOf, UserError } from "../process/user-error.js"
import { brandProblems } from "./brand-problems.js"
import { hasBuilds, repository } from "./builds.js"
import { checkCardKeys } from "./check-card-keys.js"
import { examineSettings, lightningFindings } from "./check-settings.js"
import { runningLauncher } from "./lock.js"
import { hasEnvFile, parseSettings, portsOf, problemLines, type Settings } from "./settings.js"

const GIGABYTES_TO_INSTALL = 3
const GIGABYTES_TO_RUN = 1

interface Finding {
  ok: boolean
  text: string
}
const pass = (text: string): Finding => ({ ok: true, text })
const fail = (text: string): Finding => ({ ok: false, text })

/** `npm run doctor`: checks everything that `npm start` needs, prints all findings and changes nothing. */
export async function runDoctor(): Promise<void> {
  const findings = await examine()
  const failures = findings.filter(({ ok }) => !ok).length
  const lines = findings.map(({ ok, text }) => `  ${ok ? "✔" : "✘"} ${text}`)
  const verdict =
    failures === 0
      ? "Nothing to fix before npm start."
      : `${failures} ${failures === 1 ? "problem" : "problems"} to fix before npm start.`
  process.stdout.write(`\n${lines.join("\n")}\n\n  ${verdict}\n\n`)
  process.exitCode = failures === 0 ? 0 : 1
}

async function examine(): Promise<Finding[]> {
  const { given, problems, unknown } = await examineSettings()
  const settings = settingsWithout(
    given,
    problems.map(({ name }) => name),
  )
  return [
    pass(`Node ${process.versions.node}`),
    hasEnvFile()
      ? pass("Settings are read from .env")
      : pass("There is no .env: every setting has its default (`cp .env.example .env` makes one)"),
    ...(problems.length === 0 ? [pass("All settings are valid")] : problemLines(problems, given).map(fail)),
    ...unknown.map(fail),
    ...(await brand(settings)),
    await disk(settings.SANDBOX_DATA),
    memory(),
    writable(settings.SANDBOX_DATA),
    database(settings),
    ...(await cardKeys(given)),
    ...(problems.length === 0 ? await lightning(settings) : []),
    ...(await ports(settings)),
    hasBuilds()
      ? pass("Everything is built (npm start rebuilds what changed)")
      : pass("Not built yet: the first npm start takes some minutes"),
  ]
}

/** The other checks use the default of an invalid setting. */
function settingsWithout(given: Readonly<Record<string, string>>, invalid: readonly string[]): Settings {
  const valid = Object.fromEntries(Object.entries(given).filter(([name]) => !invalid.includes(name)))
  const { settings, problems } = parseSettings(valid)
  if (settings !== undefined) return settings
  if (Object.keys(valid).length === 0) throw new Error("The default settings are invalid.")
  // The default of one port can be the developer's value of another.
  return settingsWithout(
    valid,
    problems.map(({ name }) => name),
  )
}

async function brand({ BRAND: name }: Settings): Promise<Finding[]> {
  const problems = await brandProblems(join(repository, "brands", name))
  if (problems.length === 0) return [pass(`Brand ${name}: words, colours, pictures and range are complete`)]
  return problems.map((sentence) => fail(`brands/${name}: ${sentence}`))
}

async function freeGigabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existingParent(folder))
  return (bavail * bsize) / 1e9
}

async function disk(dataDir: string): Promise<Finding> {
  const free = await freeGigabytes(dataDir)
  return free >= GIGABYTES_TO_INSTALL
    ? pass(`${free.toFixed(0)} GB free on the disk`)
    : fail(
        `Only ${free.toFixed(1)} GB free on the disk. Installing takes 2 GB and the shop needs ${GIGABYTES_TO_RUN}. Free some space.`,
      )
}

function memory(): Finding {
  const available = availableMemory() / 1e9
  return available >= 2.5
    ? pass(`${available.toFixed(1)} of ${(totalmem() / 1e9).toFixed(1)} GB memory available`)
    : fail(
        `Only ${available.toFixed(1)} GB memory available. Building the backend takes 2 GB. Close other programs first.`,
      )
}

/** `freemem` counts Linux's disk cache as used. */
function availableMemory(): number {
  if (process.platform !== "linux") return freemem()
  const kilobytes = /^MemAvailable:\s+(\d+)/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1]
  return kilobytes === undefined ? freemem() : Number(kilobytes) * 1024
}

function writable(dataDir: string): Finding {
  const folder = existingParent(dataDir)
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    return fail(
      `${folder} belongs to user ${statSync(folder).uid} and you cannot write to it. Change its owner, or set SANDBOX_DATA.`,
    )
  }
  return pass(`Data folder: ${dataDir}`)
}

function database(settings: Settings): Finding {
  if (settings.DATABASE_URL !== undefined) return pass("The database is your own (DATABASE_URL)")
  try {
    const { version, major } = findBinaries()
    serverAccount()
    const dataDir = join(settings.SANDBOX_DATA, "postgres")
    const pointer = join(dataDir, "elsewhere")
    const home = existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : dataDir
    const versionFile = join(home, "data/PG_VERSION")
    if (!existsSync(versionFile)) return pass(`PostgreSQL ${version} is installed`)
    const found = readFileSync(versionFile, "utf8").trim()
    return found === major
      ? pass(`PostgreSQL ${version}, data in ${home}`)
      : fail(
          `${home}/data was made by PostgreSQL ${found}, but the shop uses ${major}. Dump it or move that folder away.`,
        )
  } catch (error) {
    return fail(linesOf(error).join("\n    "))
  }
}

async function cardKeys(given: Readonly<Record<string, string>>): Promise<Finding[]> {
  const finding = await checkCardKeys(given)
  return finding === null ? [] : [finding]
}

/** Only with valid settings: without them the node's address or credential may be wrong. */
async function lightning(settings: Settings): Promise<Finding[]> {
  return (await lightningFindings(settings)).map(({ isGood, text }) => (isGood ? pass : fail)(text))
}

async function ports(settings: Settings): Promise<Finding[]> {
  const launcher = runningLauncher(settings.SANDBOX_DATA)
  if (launcher !== undefined)
    return [pass(`The shop is running (process ${launcher.pid}); stop it before another npm start`)]
  const taken = await takenPorts(settings)
  return taken.length === 0 ? [pass("All ports are free")] : taken.map(fail)
}

/** A sentence with a remedy for each port that another program uses. */
async function takenPorts(settings: Settings): Promise<string[]> {
  const sentences = await Promise.all(
    portsOf(settings).map(async ({ name, purpose, port }) => {
      const host = name === "STOREFRONT_PORT" ? settings.STOREFRONT_HOST : "127.0.0.1"
      if (await isPortFree(port, host)) return []
      return [
        `Port ${port} (for ${purpose}) is used by another program. Stop that program, or set ${name}=${port + 100} in .env.`,
      ]
    }),
  )
  return sentences.flat()
}

/** @throws UserError when the disk is too full or a port is taken */
export async function checkMachine(settings: Settings): Promise<void> {
  const { SANDBOX_DATA: dataDir } = settings
  mkdirSync(dataDir, { recursive: true })
  const free = await freeGigabytes(dataDir)
  if (free < GIGABYTES_TO_RUN) {
    throw new UserError(
      `Only ${free.toFixed(2)} GB are free on the disk of ${dataDir}, and the shop needs ${GIGABYTES_TO_RUN} GB. Free some space, or set SANDBOX_DATA in .env to a folder on another disk.`,
    )
  }
  const taken = await takenPorts(settings)
  if (taken.length > 0) throw new UserError(taken.join("\n  "))
}

function existingParent(folder: string): string {
  return existsSync(folder) ? folder : existingParent(dirname(folder))
}
