import type { Store } from "express-rate-limit"
import type Redis from "ioredis"
import { RedisStore } from "rate-limit-redis"
import { z } from "@medusajs/framework/zod"
import { sharedRedis } from "../server/shared-redis"

const scalar = z.union([z.boolean(), z.number(), z.string()])
const reply = z.union([scalar, z.array(scalar)])

/** Milliseconds a count may take; then the call passes uncounted. */
const TIMEOUT_MS = 500

/** Counts that all processes share, or undefined without Redis: then each keeps its own in memory. */
export function sharedCounter(name: string): Store | undefined {
  const redis = sharedRedis()
  if (redis === undefined) return undefined
  return new RedisStore({
    prefix: `limit:${name}:`,
    sendCommand: async (...[command = "", ...values]) => {
      // The script is loaded once, while the process starts and is slow itself: given up there, it never counts.
      const ask = command === "SCRIPT" ? wait : hurry
      return reply.parse(await ask(redis, command, values))
    },
  })
}

/** Asks as soon as there is a connection, however long that takes. */
function wait(redis: Redis, command: string, values: string[]): Promise<unknown> {
  return redis.call(command, ...values)
}

/** Asks now or not at all: a Redis that is slow or away must not hold up a shopper. */
function hurry(redis: Redis, command: string, values: string[]): Promise<unknown> {
  if (redis.status !== "ready") return Promise.reject(new Error("Redis is away."))
  const late = new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error("Redis is slow.")), TIMEOUT_MS).unref()
  })
  return Promise.race([redis.call(command, ...values), late])
}
