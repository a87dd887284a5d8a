import { AsyncResource } from "node:async_hooks"
import { createHash } from "node:crypto"
import type { Request } from "express"
import { rateLimit, type Options, type RateLimitRequestHandler, type Store } from "express-rate-limit"
import type Redis from "ioredis"
import pLimit from "p-limit"
import { RedisStore } from "rate-limit-redis"
import type { MedusaRequestHandler } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { inTurn } from "medusa-payments/in-turn"
import { environment } from "../config"
import { sharedRedis } from "../server/shared-redis"
import { answerProblem } from "./errors"
import { Problem } from "./problem"

const READS = new Set(["GET", "HEAD", "OPTIONS"])

export function isWrite(method: string): boolean {
  return !READS.has(method)
}

// The limits below load their scripts while this module loads, so these come first.
const scalar = z.union([z.boolean(), z.number(), z.string()])
const reply = z.union([scalar, z.array(scalar)])

const REDIS_TIMEOUT_MS = 500

const TOO_MANY = new Problem(429, "too_many", "Too many requests. Please wait a moment.")

/** Per address (IPv6: one /56 network) and minute by default, counted in Redis if there is one. If it fails, requests pass. */
const limiter = (name: string, limit: number, options: Partial<Options> = {}) =>
  rateLimit({
    windowMs: 60_000,
    limit,
    identifier: name,
    standardHeaders: "draft-8",
    legacyHeaders: false,
    store: sharedStore(name),
    passOnStoreError: true,
    handler: (request, response) => answerProblem(request, response, TOO_MANY),
    ...options,
  })

const writesPerMinute = (name: string, limit: number) =>
  limiter(name, limit, { skip: (request) => !isWrite(request.method) })

const share = (part: number) => Math.max(1, Math.floor(environment.WRITES_PER_MINUTE / part))

export const limitWrites = writesPerMinute("api", environment.WRITES_PER_MINUTE)

/** Notifications that were refused. A company's server sends many good ones from few addresses, and repeats those that we failed. */
export const limitRefusals = limiter("refusals", environment.WRITES_PER_MINUTE, {
  skipSuccessfulRequests: true,
  requestWasSuccessful: (_request, { statusCode }) => statusCode < 400 || statusCode >= 500,
})

export const routeLimits = {
  /** People write rarely; a script could fill the staff's inbox. */
  contact: writesPerMinute("contact", share(12)),
  "discount-code": writesPerMinute("discount-code", share(6)),
  /** A buyer who lost an e-mail asks once or twice. */
  "find-order": writesPerMinute("find-order", share(12)),
  /** A buyer submits a refund address once and may correct it; every change sends an e-mail. */
  "refund-address": writesPerMinute("refund-address", share(12)),
  /** A buyer cancels or returns an order once, and may correct the form. */
  "cancel-order": writesPerMinute("cancel-order", share(12)),
  /** One order takes as much time to read as eight carts. */
  "order-reads": limiter("order-reads", environment.ORDER_READS_PER_MINUTE),
  "account-export": limiter("account-export", share(12)),
  "sign-in": writesPerMinute("sign-in", share(6)),
}

const TOO_MANY_FAILURES = "Too many failed sign-ins for this account. Please wait 15 minutes."

/** Of one staff account from all addresses. Every step counts: password, second factor, current password before a new one. */
export function limitFailures(accountOf: (request: Request) => string | null): RateLimitRequestHandler {
  return limiter("account", 10, {
    windowMs: 15 * 60_000,
    skipSuccessfulRequests: true,
    skip: (request) => accountOf(request) === null,
    keyGenerator: (request) =>
      createHash("sha256")
        .update(accountOf(request) ?? "")
        .digest("base64url"),
    handler: (_request, response) => {
      response.status(429).json({ type: "too_many", message: TOO_MANY_FAILURES })
    },
  })
}

/** A request that its client sent before it had the answer to the one before waits for that, and is dropped with its client. */
export const oneByOne: MedusaRequestHandler = (_req, res, next) => {
  inTurn(res).then(() => next(), next)
}

/** Concurrent writes of one process: more would share one CPU and one connection pool, and all finish late. */
const MAX_CONCURRENT_WRITES = 24
const queue = pLimit(MAX_CONCURRENT_WRITES)

/** In the order of arrival. Reads are not queued; requests whose client has disconnected are skipped. */
export const writeQueue: MedusaRequestHandler = (req, res, next) => {
  if (!isWrite(req.method)) return next()
  // The queue runs it in the context of the request that ended before: its log lines would carry the other id.
  const proceed = AsyncResource.bind(() => next())
  void queue(
    () =>
      new Promise<void>((done) => {
        if (res.destroyed) {
          done()
          return
        }
        // Emitted after every response, and also when the client disconnects.
        res.once("close", done)
        proceed()
      }),
  )
}

/** Counts shared by all processes. Undefined without Redis: each process then counts in memory. */
function sharedStore(name: string): Store | undefined {
  const redis = sharedRedis()
  if (redis === undefined) return undefined
  return new RedisStore({
    prefix: `limit:${name}:`,
    sendCommand: async (...[command = "", ...values]) => {
      // The script is loaded once, during the slow start of the process: a timeout there would disable the limit.
      const send = command === "SCRIPT" ? waitForRedis : tryRedis
      return reply.parse(await send(redis, command, values))
    },
  })
}

function waitForRedis(redis: Redis, command: string, values: string[]): Promise<unknown> {
  return redis.call(command, ...values)
}

/** Fails at once if Redis is away or slow, to not delay a shopper. */
function tryRedis(redis: Redis, command: string, values: string[]): Promise<unknown> {
  if (redis.status !== "ready") return Promise.reject(new Error("Redis is away."))
  const timeout = new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error("Redis is slow.")), REDIS_TIMEOUT_MS).unref()
  })
  return Promise.race([redis.call(command, ...values), timeout])
}
