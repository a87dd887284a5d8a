import { execa } from "execa"
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { findSystemBinaries } from "../postgres/binaries.js"
import { withClient } from "../postgres/connection.js"
import { startPostgres } from "../postgres/start.js"
import { findProgram } from "../process/environment.js"
import { linesOf } from "../process/user-error.js"
import { findRedis, startRedis } from "../redis/start.js"
import { temporaryFolder } from "../testing/temporary-folder.js"
import { runScript } from "./operator-scripts.js"

const binaries = findSystemBinaries()
const redisProgram = findRedis()
const hasPrograms = binaries && redisProgram && findProgram("age-keygen")

/** The tables that docker/restore.sh reads. */
const TABLES = `
  create table "order" (created_at timestamptz);
  create table shopper_session ();
  create table bitcoin_wallet (id text primary key, descriptor text not null unique, network text not null,
    next_index integer not null, retired_at timestamptz);
  insert into bitcoin_wallet values ('w1', 'wpkh(first/84''/*)', 'regtest', 5, null);
  insert into "order" values (now())`

async function openShop() {
  if (!binaries || !redisProgram) throw new Error("The programs are missing.")
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const [postgres, redis] = await Promise.all([
    startPostgres({ dataDir: join(folder, "postgres"), isTemporary: true, binaries }),
    startRedis(redisProgram, "restore-spec"),
  ])
  const query = async (text: string, url = postgres.url) =>
    (await withClient(url, (client) => client.query<Record<string, unknown>>(text))).rows
  await query(TABLES)
  const files = join(folder, "files")
  for (const name of ["media", "media-private"]) mkdirSync(join(files, name), { recursive: true })
  writeFileSync(join(files, "media/honey.webp"), "honey")
  const key = join(folder, "key.txt")
  await execa("age-keygen", ["--output", key])
  const { stdout: recipient } = await execa("age-keygen", ["-y", key])
  const backups = join(folder, "deploy/backups")
  const machine = { folder, binaries, services: { postgres, redis } }
  const run = (script: string, args: string[], settings = {}) =>
    runScript(machine, { processes: () => [] }, script, args, "yes\n", settings).catch((error: unknown) =>
      linesOf(error).join("\n"),
    )
  const second = () => Math.floor(Date.now() / 1000)
  let lastRestore = 0
  return {
    files,
    query,
    serverUrl: postgres.url.replace(/shop$/, "postgres"),
    run,
    backUp: () => run("backup.sh", [], { BACKUP_RECIPIENT: recipient }),
    backups,
    async restore() {
      // What it keeps is named by the second.
      await expect.poll(second).not.toBe(lastRestore)
      const output = await run("restore.sh", [join(backups, readdirSync(backups)[0] ?? ""), key])
      lastRestore = second()
      return output
    },
    wallets: () =>
      query("select descriptor, next_index, retired_at is null as used from bitcoin_wallet order by id"),
    stop: () => Promise.all([postgres.stop(), redis.stop()]),
  }
}

describe.skipIf(!hasPrograms)("docker/restore.sh", () => {
  let shop: Awaited<ReturnType<typeof openShop>>
  beforeEach(async () => {
    shop = await openShop()
    expect(await shop.backUp()).toContain("database.age")
  })
  afterEach(() => shop.stop())
  const first = (next_index: number) => ({ descriptor: "wpkh(first/84'/*)", next_index, used: true })

  it("gives no address out again, however often a backup is restored and whichever wallet followed", async () => {
    expect(await shop.restore()).toContain("Restored.")
    expect(await shop.wallets()).toEqual([first(1005)])
    await shop.query("update bitcoin_wallet set next_index = 1400, retired_at = now()")
    await shop.query("insert into bitcoin_wallet values ('w2', 'wpkh(second/*)', 'regtest', 30, null)")
    expect(await shop.restore()).toContain("Restored.")
    expect(await shop.wallets()).toEqual([
      first(2400),
      { descriptor: "wpkh(second/*)", next_index: 1030, used: false },
    ])
  })

  it("goes back to the data of before, and keeps those that it replaces", async () => {
    await shop.query(`insert into "order" values (now())`)
    writeFileSync(join(shop.files, "media/jam.webp"), "jam")
    const time = /--back (\d{14})/.exec(await shop.restore())?.[1] ?? ""
    expect(await shop.query(`select from "order"`)).toHaveLength(1)
    expect(readdirSync(join(shop.files, "media"))).toEqual(["honey.webp"])
    expect(await shop.run("restore.sh", ["--back", time])).toContain("Restored.")
    expect(await shop.query(`select from "order"`)).toHaveLength(2)
    expect(readdirSync(join(shop.files, "media"))).toEqual(["honey.webp", "jam.webp"])
    // The database of the restore had skipped a thousand.
    expect(await shop.wallets()).toEqual([first(2005)])
    const kept = await shop.query(
      "select from pg_database where datname like 'shop_undone_%'",
      shop.serverUrl,
    )
    expect(kept).toHaveLength(1)
    expect(await shop.run("restore.sh", ["--back", "20200101000000"])).toContain("as they were")
    expect(await shop.wallets()).toEqual([first(2005)])
  })

  it("restores what a lost volume and a database that cannot be read leave, and says what is not known", async () => {
    await shop.query("drop table bitcoin_wallet")
    for (const name of ["media", "media-private"]) rmSync(join(shop.files, name), { recursive: true })
    const output = await shop.restore()
    expect(output).toMatch(/wallets cannot be read.*\n.*Type yes: .*Restored\./s)
    expect(await shop.wallets()).toEqual([first(1005)])
    expect(readFileSync(join(shop.files, "media/honey.webp"), "utf8")).toBe("honey")
  })

  it("keeps the loaded pictures when they cannot take their place, and finishes when it is run again", async () => {
    rmSync(join(shop.files, "media-private"), { recursive: true })
    // mkdir refuses.
    writeFileSync(join(shop.files, "media-private"), "a file")
    expect(await shop.restore()).toContain("The database is restored, the pictures are not: run this again.")
    expect(existsSync(join(shop.files, "restored/media/honey.webp"))).toBe(true)
    rmSync(join(shop.files, "media-private"))
    expect(await shop.restore()).toContain("Restored.")
    expect(readdirSync(shop.files).sort()).toEqual(
      expect.arrayContaining(["media", "media-private", expect.stringMatching(/^before-\d{14}$/)]),
    )
  })

  it("says that the shop is stopped where it fails after stopping it", async () => {
    await shop.query(
      "create function refuse() returns trigger as $$ begin raise 'refused'; end $$ language plpgsql",
    )
    await shop.query(
      "create trigger refuse before update on bitcoin_wallet for each row execute function refuse()",
    )
    rmSync(shop.backups, { recursive: true })
    await shop.backUp()
    expect(await shop.restore()).toMatch(/refused.*as they were\. The shop is stopped: docker compose up/s)
  })
})

describe.skipIf(!hasPrograms)("docker/backup.sh", () => {
  it("leaves nothing half made, and no picture out unnoticed", async () => {
    const shop = await openShop()
    try {
      rmSync(join(shop.files, "media"), { recursive: true })
      expect(await shop.backUp()).toContain("media")
      expect(readdirSync(shop.backups)).toEqual([])
    } finally {
      await shop.stop()
    }
  })
})
