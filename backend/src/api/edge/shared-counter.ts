import type { Store } from "express-rate-limit"
import Redis from "ioredis"
import { RedisStore } from "rate-limit-redis"
import { logger } from "@medusajs/framework/logger"
import { z } from "@medusajs/framework/zod"
import { environment } from "../../config"

const scalar = z.union([z.boolean(), z.number(), z.string()])
const reply = z.union([scalar, z.array(scalar)])

let connection: Redis | undefined

/** Counts that all processes share, or undefined without Redis: then each keeps its own in memory. */
export function sharedCounter(name: string): Store | undefined {
  if (environment.REDIS_URL === undefined) return undefined
  connection ??= connect(environment.REDIS_URL)
  const redis = connection
  return new RedisStore({
    prefix: `limit:${name}:`,
    sendCommand: async (...[command = "", ...values]) => reply.parse(await redis.call(command, ...values)),
  })
}

/** A Redis that is slow or away must not hold up a shopper. */
function connect(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 1, commandTimeout: 500 })
  redis.on("error", (error: Error) => logger.error("The rate limits' Redis cannot be reached", error))
  return redis
}
