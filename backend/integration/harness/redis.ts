import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"
import Redis from "ioredis"
import { freePort } from "./free-port"

/** Redis, or Valkey, which speaks the same. */
const NAMES = ["redis-server", "valkey-server"]

/** Where a Redis server can come from: an address in TEST_REDIS_URL, or a program of this machine. */
export type RedisPlace = { url: string } | { program: string }

/** @returns undefined on a machine without any; npm has no package that carries one */
export function findRedis(): RedisPlace | undefined {
  const url = process.env["TEST_REDIS_URL"]
  if (url) return { url }
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  const program = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isProgram)
  return program === undefined ? undefined : { program }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface TestRedis {
  url: string
  /** The first word of every key that any process touched since the start: `sess`, `bull`, `limit`. */
  touched: ReadonlySet<string>
  stop(): Promise<void>
}

/** An empty Redis in memory on a port of this machine. One that was given is emptied: it must be for tests alone. */
export async function startRedis(place: RedisPlace): Promise<TestRedis> {
  const started = "url" in place ? undefined : await run(place.program)
  const url = "url" in place ? place.url : (started?.url ?? "")
  const client = new Redis(url)
  await client.flushall()
  const touched = new Set<string>()
  const monitor = await client.monitor()
  monitor.on("monitor", (_time: string, [, ...values]: string[]) => {
    for (const value of values) {
      const [, prefix] = /^([\w-]+):/.exec(value) ?? []
      if (prefix !== undefined) touched.add(prefix)
    }
  })
  return {
    url,
    touched,
    stop: async () => {
      monitor.disconnect()
      client.disconnect()
      await started?.stop()
    },
  }
}

async function run(program: string) {
  const port = await freePort()
  const args = ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no"]
  const child: ChildProcess = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] })
  process.once("exit", () => child.kill("SIGKILL"))
  const exited = once(child, "exit")
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (text: Buffer) => text.includes("Ready to accept connections") && resolve())
    void exited.then(() => reject(new Error(`${program} ended before it was ready.`)))
  })
  return {
    url: `redis://127.0.0.1:${String(port)}`,
    stop: async () => {
      child.kill("SIGTERM")
      await exited
    },
  }
}
