import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import { once } from "node:events"
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import pg from "pg"
import { expect, it, onTestFinished } from "vitest"
import { startTimeOf } from "../process/identity.js"
import { temporaryFolder } from "../testing/temporary-folder.js"
import { findBinaries } from "./binaries.js"
import { chooseDataDirectory } from "./data-directory.js"
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

/** A data folder for one test. As root its separate home is removed as well. */
function temporaryData(): string {
  const dataDir = join(temporaryFolder(), "postgres")
  onTestFinished(() => {
    const pointer = join(dataDir, "elsewhere")
    if (existsSync(pointer)) rmSync(readFileSync(pointer, "utf8").trim(), { recursive: true })
  })
  return dataDir
}

const dataFolder = (dataDir: string) => chooseDataDirectory(dataDir, findBinaries()).data
const postmaster = (dataDir: string) =>
  Number(readFileSync(join(dataFolder(dataDir), "postmaster.pid"), "utf8").split("\n")[0])

it("starts as any user, in UTF-8, on 127.0.0.1 only, with a generated password", async () => {
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

it("restarts immediately after kill -9 without losing data", async () => {
  const dataDir = temporaryData()
  const first = await startPostgres({ dataDir })
  await query(first.url, "create table honey as select 1 as jar")
  process.kill(postmaster(dataDir), "SIGKILL")
  expect(await first.died).toMatch(/PostgreSQL ended unexpectedly/)
  const second = await startPostgres({ dataDir })
  onTestFinished(() => second.stop())
  expect(second.isReused).toBe(false)
  expect(second.url).toBe(first.url)
  expect(await query(second.url, "select jar::text from honey")).toEqual([["1"]])
})

it("reuses a server that a killed launcher left running", async () => {
  const dataDir = temporaryData()
  const start = new URL("./start.ts", import.meta.url).href
  const script = join(temporaryFolder(), "launcher.mts")
  writeFileSync(
    script,
    `import { startPostgres } from ${JSON.stringify(start)}\nawait startPostgres({ dataDir: ${JSON.stringify(dataDir)} })\nconsole.log("ready")\nsetInterval(() => 0, 1000)\n`,
  )
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href
  const launcher = spawn(process.execPath, ["--import", tsx, script], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(launcher.stdout, "data")
  launcher.kill("SIGKILL")
  await once(launcher, "exit")
  const pid = postmaster(dataDir)
  const server = await startPostgres({ dataDir })
  expect(server.isReused).toBe(true)
  expect(postmaster(dataDir)).toBe(pid)
  await server.stop()
  // It was started by another process, so its end is seen a moment later.
  await expect.poll(() => startTimeOf(pid)).toBeUndefined()
})

it("refuses the data folder of another major version and does not change it", async () => {
  const dataDir = temporaryData()
  await (await startPostgres({ dataDir })).stop()
  const versionFile = join(dataFolder(dataDir), "PG_VERSION")
  writeFileSync(versionFile, "16\n")
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    /was made by PostgreSQL 16, but the shop uses PostgreSQL 17.*move that folder away/s,
  )
  expect(readFileSync(versionFile, "utf8")).toBe("16\n")
  writeFileSync(versionFile, "17\n")
  const server = await startPostgres({ dataDir })
  onTestFinished(() => server.stop())
  expect(await query(server.url, "select 1::text")).toEqual([["1"]])
})

it("works below a folder that other users cannot enter; as root it uses a separate home", async () => {
  const dataDir = temporaryData()
  expect(statSync(dirname(dataDir)).mode & 0o777).toBe(0o700) // as mkdtemp makes it
  const server = await startPostgres({ dataDir })
  onTestFinished(() => server.stop())
  expect(await query(server.url, "select 1::text")).toEqual([["1"]])
  expect(existsSync(join(dataDir, "elsewhere"))).toBe(process.getuid?.() === 0)
})

it("removes the separate home of a deleted test database, and nothing else", async () => {
  const dataDir = temporaryData()
  const deleted = join(temporaryFolder(), "postgres")
  await (await startPostgres({ dataDir })).stop()
  await (await startPostgres({ dataDir: deleted, isTemporary: true })).stop()
  const home = dirname(dataFolder(deleted))
  rmSync(deleted, { recursive: true })
  const server = await startPostgres({ dataDir })
  onTestFinished(() => server.stop())
  expect(server.isReused).toBe(false)
  expect(existsSync(home)).toBe(false)
})
