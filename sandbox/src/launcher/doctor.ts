import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs"
import { statfs } from "node:fs/promises"
import { freemem, totalmem } from "node:os"
import { dirname, join } from "node:path"
import { serverAccount } from "../postgres/account.js"
import { findBinaries } from "../postgres/binaries.js"
import { Explained, messageOf } from "../process/explain.js"
import { checkSettings } from "./check-settings.js"
import { takenPorts } from "./checks.js"
import { runningLauncher } from "./lock.js"
import { repository } from "./repository.js"
import type { Settings } from "./settings.js"

export interface Finding {
  ok: boolean
  text: string
}
const good = (text: string): Finding => ({ ok: true, text })
const bad = (text: string): Finding => ({ ok: false, text })

/** What a check that throws has to say is a finding too. */
function attempt(check: () => Finding): Finding {
  try {
    return check()
  } catch (error) {
    return unwell(error)
  }
}

const unwell = (error: unknown) =>
  bad(error instanceof Explained ? [error.message, ...error.detail].join("\n    ") : messageOf(error))

/** Looks at this machine and changes nothing. Each finding is a line; a bad one names its cure. */
export async function examine(): Promise<Finding[]> {
  const node = good(`Node ${process.versions.node}`)
  let read: Awaited<ReturnType<typeof checkSettings>>
  try {
    read = await checkSettings()
  } catch (error) {
    return [node, unwell(error)]
  }
  const { settings, unknown } = read
  return [
    node,
    good("The settings in .env are well formed"),
    ...unknown.map((name) => bad(`${name} in .env is no setting of the shop: .env.example lists them.`)),
    await disk(settings.SANDBOX_DATA),
    memory(),
    writable(settings.SANDBOX_DATA),
    attempt(() => database(settings)),
    ...(await ports(settings)),
    ...builds(),
  ]
}

async function disk(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(nearestExisting(dataDir))
  const free = (bavail * bsize) / 1e9
  return free >= 3
    ? good(`${free.toFixed(0)} GB free on the disk`)
    : bad(
        `Only ${free.toFixed(1)} GB free on the disk: installing takes 2 GB and the shop needs 1; free some space.`,
      )
}

function memory(): Finding {
  const available = availableMemory() / 1e9
  return available >= 2.5
    ? good(`${available.toFixed(1)} of ${(totalmem() / 1e9).toFixed(1)} GB memory to be had`)
    : bad(
        `Only ${available.toFixed(1)} GB memory to be had: building the backend takes 2 GB; close other programs first.`,
      )
}

/** Linux counts what it only caches as used; it says itself what could be had. */
function availableMemory(): number {
  if (process.platform !== "linux") return freemem()
  const kilobytes = /^MemAvailable:\s+(\d+)/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1]
  return kilobytes === undefined ? freemem() : Number(kilobytes) * 1024
}

function writable(dataDir: string): Finding {
  const place = nearestExisting(dataDir)
  try {
    accessSync(place, constants.W_OK)
  } catch {
    const owner = statSync(place).uid
    return bad(
      `${place} belongs to user ${owner} and you cannot write there: change its owner, or set SANDBOX_DATA.`,
    )
  }
  return good(`Data goes to ${dataDir}`)
}

function database(settings: Settings): Finding {
  if (settings.DATABASE_URL !== undefined) return good("The database is yours (DATABASE_URL)")
  const { version, major } = findBinaries()
  serverAccount()
  const elsewhere = join(settings.SANDBOX_DATA, "postgres/elsewhere")
  const home = existsSync(elsewhere)
    ? readFileSync(elsewhere, "utf8").trim()
    : join(settings.SANDBOX_DATA, "postgres")
  const versionFile = join(home, "data/PG_VERSION")
  if (!existsSync(versionFile)) return good(`PostgreSQL ${version} is at hand`)
  const found = readFileSync(versionFile, "utf8").trim()
  return found === major
    ? good(`PostgreSQL ${version}, data in ${home}`)
    : bad(
        `${home}/data was made by PostgreSQL ${found} and the shop brings ${major}: move that folder away or dump it first.`,
      )
}

async function ports(settings: Settings): Promise<Finding[]> {
  const launcher = runningLauncher(settings.SANDBOX_DATA)
  if (launcher !== undefined) return [good(`The shop is running (process ${launcher.pid})`)]
  const taken = await takenPorts(settings)
  return taken.length === 0 ? [good("The ports are free")] : taken.map(bad)
}

function builds(): Finding[] {
  const outputs = [
    "contracts/dist/index.js",
    "backend/.medusa/server/package.json",
    "storefront/dist/server/main.js",
  ]
  const missing = outputs.filter((output) => !existsSync(join(repository, output)))
  return [
    missing.length === 0
      ? good("Everything was built before (npm start rebuilds what changed)")
      : good("Not built yet: the first npm start takes some minutes"),
  ]
}

function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(dirname(folder))
}
