import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import pg from "pg"
import { expect, it, onTestFinished } from "vitest"
import { understandTypeScript } from "../process/child.js"
import { startOf } from "../process/identity.js"
import { temporaryFolder } from "../testing/temporary-folder.js"
import { choosePlace } from "./place.js"
import { serverAccount } from "./account.js"
import { findBinaries } from "./binaries.js"
import { startPostgres } from "./start.js"

async function query(url: string, text: string): Promise<string[][]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<string[]>({ text, rowMode: "array" })
    return rows
  } finally {
    await client.end()
  }
}

/** A data folder of its own for one test; as root, its home elsewhere goes with it. */
function temporaryData(): string {
  const dataDir = join(temporaryFolder(), "postgres")
  onTestFinished(() => {
    const pointer = join(dataDir, "elsewhere")
    if (existsSync(pointer)) rmSync(readFileSync(pointer, "utf8").trim(), { recursive: true })
  })
  return dataDir
}

const dataFolder = (dataDir: string) =>
  join(choosePlace(dataDir, findBinaries(), serverAccount()).home, "data")
const postmaster = (dataDir: string) =>
  Number(readFileSync(join(dataFolder(dataDir), "postmaster.pid"), "utf8").split("\n")[0])

it("starts as whoever we are, in UTF-8, on 127.0.0.1 alone, behind a password of its own", async () => {
  const dataDir = temporaryData()
  const server = await startPostgres({ dataDir })
  onTestFinished(() => server.stop())
  const shown = await query(
    server.url,
    "select current_setting('server_encoding'), current_setting('listen_addresses'), current_setting('password_encryption'), lower('Ä')",
  )
  expect(shown).toEqual([["UTF8", "127.0.0.1", "scram-sha-256", "ä"]])
  expect(statSync(join(dataDir, "connection.json")).mode & 0o777).toBe(0o600)
  const wrong = server.url.replace(/:[^:@]+@/, ":wrong@")
  await expect(query(wrong, "select 1")).rejects.toThrow(/password authentication failed/)
})

it("survives a kill -9 of itself, at once, with nothing lost", async () => {
  const dataDir = temporaryData()
  const first = await startPostgres({ dataDir })
  await query(first.url, "create table honey as select 1 as jar")
  process.kill(postmaster(dataDir), "SIGKILL")
  expect(await first.died).toMatch(/PostgreSQL went away/)
  const second = await startPostgres({ dataDir })
  onTestFinished(() => second.stop())
  expect(second.reused).toBe(false)
  expect(second.url).toBe(first.url)
  expect(await query(second.url, "select jar::text from honey")).toEqual([["1"]])
})

it("is used as it is when a killed launcher left it running", async () => {
  const dataDir = temporaryData()
  const start = new URL("./start.ts", import.meta.url).href
  const script = join(temporaryFolder(), "launcher.mts")
  writeFileSync(
    script,
    `import { startPostgres } from ${JSON.stringify(start)}\nawait startPostgres({ dataDir: ${JSON.stringify(dataDir)} })\nconsole.log("up")\nsetInterval(() => 0, 1000)\n`,
  )
  const launcher = spawn(process.execPath, [...understandTypeScript(), script], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(launcher.stdout, "data")
  launcher.kill("SIGKILL")
  await once(launcher, "exit")
  const pid = postmaster(dataDir)
  const server = await startPostgres({ dataDir })
  expect(server.reused).toBe(true)
  expect(postmaster(dataDir)).toBe(pid)
  await server.stop()
  expect(startOf(pid)).toBeUndefined()
})

it("refuses the data folder of another major version and leaves it alone", async () => {
  const dataDir = temporaryData()
  await (await startPostgres({ dataDir })).stop()
  const versionFile = join(dataFolder(dataDir), "PG_VERSION")
  writeFileSync(versionFile, "16\n")
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    /was made by PostgreSQL 16, and the shop now brings PostgreSQL 17.*move that folder away/s,
  )
  expect(readFileSync(versionFile, "utf8")).toBe("16\n")
  writeFileSync(versionFile, "17\n")
  const server = await startPostgres({ dataDir })
  onTestFinished(() => server.stop())
  expect(await query(server.url, "select 1::text")).toEqual([["1"]])
})

it("works below a folder that is closed to others; as root it lives elsewhere then", async () => {
  const dataDir = temporaryData()
  expect(statSync(dirname(dataDir)).mode & 0o777).toBe(0o700) // as mkdtemp makes it
  const server = await startPostgres({ dataDir })
  onTestFinished(() => server.stop())
  expect(await query(server.url, "select 1::text")).toEqual([["1"]])
  expect(existsSync(join(dataDir, "elsewhere"))).toBe(process.getuid?.() === 0)
})

it("clears away what a test's database left elsewhere, and nothing else", async () => {
  const dataDir = temporaryData()
  const forgotten = join(temporaryFolder(), "postgres")
  await (await startPostgres({ dataDir })).stop()
  await (await startPostgres({ dataDir: forgotten, forgetful: true })).stop()
  const home = dirname(dataFolder(forgotten))
  rmSync(forgotten, { recursive: true })
  const server = await startPostgres({ dataDir })
  onTestFinished(() => server.stop())
  expect(server.reused).toBe(false)
  expect(existsSync(home)).toBe(false)
})
