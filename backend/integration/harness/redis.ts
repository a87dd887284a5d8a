import Redis from "ioredis"
import { findRedis as findProgram, startRedis as startProgram } from "../../../sandbox/src/redis/start"

/** A Redis server: the URL in TEST_REDIS_URL, or a program of this machine. */
export type RedisLocation = { url: string } | { program: string }

/** @returns undefined on a machine without Redis */
export function findRedis(): RedisLocation | undefined {
  const url = process.env["TEST_REDIS_URL"]
  if (url) return { url }
  const program = findProgram()
  return program === undefined ? undefined : { program }
}

export interface TestRedis {
  url: string
  /** The prefix of every key that was used since the start: `sess`, `bull`, `limit`. */
  touched: ReadonlySet<string>
  stop(): Promise<void>
}

/** Starts an empty Redis. The server in TEST_REDIS_URL is emptied. */
export async function startRedis(place: RedisLocation): Promise<TestRedis> {
  const started = "url" in place ? undefined : await startProgram(place.program)
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
