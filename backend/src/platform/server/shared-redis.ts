import Redis from "ioredis"
import { logger } from "@medusajs/framework/logger"
import { environment } from "../config"

let connection: Redis | undefined

/** Our own connection to Redis, besides those of Medusa's modules; undefined where one process does without. */
export function sharedRedis(): Redis | undefined {
  if (environment.REDIS_URL === undefined) return undefined
  connection ??= connect(environment.REDIS_URL)
  return connection
}

function connect(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: null })
  redis.on("error", (error: Error) => logger.error("Redis cannot be reached", error))
  return redis
}
