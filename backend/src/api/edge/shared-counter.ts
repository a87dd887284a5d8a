import type { Store } from "express-rate-limit"
import Redis from "ioredis"
import { RedisStore } from "rate-limit-redis"
import { logger } from "@medusajs/framework/logger"
import { z } from "@medusajs/framework/zod"
import { environment } from "../../config"

const scalar = z.union([z.boolean(), z.number(), z.string()])
const reply = z.union([scalar, z.array(scalar)])

/** Milliseconds a count may take; then the call passes uncounted. */
const PATIENCE_MS = 500

let connection: Redis | undefined

/** Counts that all processes share, or undefined without Redis: then each keeps its own in memory. */
export function sharedCounter(name: string): Store | undefined {
  if (environment.REDIS_URL === undefined) return undefined
  connection ??= connect(environment.REDIS_URL)
  const redis = connection
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
    setTimeout(() => reject(new Error("Redis is slow.")), PATIENCE_MS).unref()
  })
  return Promise.race([redis.call(command, ...values), late])
}

function connect(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: null })
  redis.on("error", (error: Error) => logger.error("The rate limits' Redis cannot be reached", error))
  return redis
}
