import { execFile } from "node:child_process"
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { appendFile, mkdtemp, rm, statfs } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { promisify } from "node:util"
import Redis from "ioredis"
import { startPostgres } from "../../../sandbox/src/postgres/start"
import { requireRedis, startRedis } from "../../../sandbox/src/redis/start"
import { askDatabase } from "../harness/postgres"
import { ensureTemplate, type Template } from "../harness/template"

const run = promisify(execFile)
const DISK_BYTES = 900 * 2 ** 20

/** The shop's Postgres and Redis, which a campaign stops, and the small disk under the database. */
export interface FaultyServices {
  readonly postgresUrl: string
  readonly template: Template
  /** On the same disk as the database. */
  readonly mediaDir: string
  readonly redisUrl: string
  readonly redis: {
    /** It loses everything. */
    empty(): Promise<void>
    /** It loses everything, too. */
    stop(): Promise<void>
    start(): Promise<void>
  }
  readonly postgres: {
    stop(): Promise<void>
    /** `kill -9` of its main process. */
    crash(): void
    /** Resolves when it accepts connections. It may run, recover after a crash, or have ended. */
    start(): Promise<void>
  }
  readonly disk: {
    /** Leaves no free block. */
    fill(): Promise<void>
    free(): Promise<void>
  }
  stop(): Promise<void>
}

/** @throws on a machine without Redis, or for a user who may not mount a disk */
export async function startFaultyServices(): Promise<FaultyServices> {
  const program = requireRedis("A campaign over several processes")
  const folder = await mkdtemp(path.join(tmpdir(), "shop-faults-"))
  await run("mount", ["-t", "tmpfs", "-o", `size=${String(DISK_BYTES)},mode=755`, "tmpfs", folder])
  const dataDir = path.join(folder, "postgres")
  const mediaDir = path.join(folder, "media")
  mkdirSync(mediaDir)
  // Durable, because a crash must not lose what was committed.
  const startDatabase = () => startPostgres({ dataDir, database: "tests" })
  let postgres = await startDatabase()
  let redis = await startRedis(program)
  const filler = path.join(folder, "filler")
  const mainProcess = () => {
    const [pid] = readFileSync(path.join(dataDir, "data/postmaster.pid"), "utf8").split("\n")
    return Number(pid)
  }

  return {
    postgresUrl: postgres.url,
    template: await ensureTemplate(postgres.url),
    mediaDir,
    redisUrl: redis.url,
    redis: {
      async empty() {
        const client = new Redis(redis.url)
        await client.flushall()
        client.disconnect()
      },
      stop: () => redis.stop(),
      async start() {
        redis = await startRedis(program, undefined, redis.port)
      },
    },
    postgres: {
      stop: () => postgres.stop(),
      crash: () => {
        process.kill(mainProcess(), "SIGKILL")
      },
      async start() {
        while (!(await accepts(postgres.url))) {
          if (!isRunning(mainProcess)) postgres = await startDatabase()
          else await pause(200)
        }
      },
    },
    disk: {
      fill: () => fill(folder, filler),
      free: () => rm(filler, { force: true }),
    },
    async stop() {
      await redis.stop()
      await postgres.stop()
      await run("umount", [folder])
      rmSync(folder, { recursive: true })
    },
  }
}

async function accepts(url: string): Promise<boolean> {
  try {
    await askDatabase(url, "select 1")
    return true
  } catch {
    return false
  }
}

function isRunning(pid: () => number): boolean {
  try {
    return process.kill(pid(), 0)
  } catch {
    // No such process, or no file with its id.
    return false
  }
}

async function fill(folder: string, file: string): Promise<void> {
  for (;;) {
    const { bavail, bsize } = await statfs(folder)
    if (bavail === 0) return
    try {
      await appendFile(file, Buffer.alloc(Math.min(bavail * bsize, 16 * 2 ** 20)))
    } catch (error) {
      // Postgres took the rest.
      if (!(error instanceof Error && error.message.startsWith("ENOSPC"))) throw error
    }
  }
}
