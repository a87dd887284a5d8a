import { type FastifyInstance, type FastifyBaseLogger, LogController } from "fastify"
import { AsyncLocalStorage } from "node:async_hooks"
import { randomUUID } from "node:crypto"
import { Writable } from "node:stream"
import * as z from "zod"
import type { Environment } from "./environment"

const requestIds = new AsyncLocalStorage<string>()

/** The id of the request that this code works for; undefined outside of a request. */
export const currentRequestId = (): string | undefined => requestIds.getStore()

export function registerRequestContext(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id)
    requestIds.run(request.id, done)
  })
  // Reading a body ends in the context of the connection.
  app.addHook("preValidation", (request, _reply, done) => requestIds.run(request.id, done))
}

const lineSchema = z.object({
  level: z.number(),
  time: z.number(),
  msg: z.string().default(""),
  requestId: z.string().optional(),
  err: z.object({ stack: z.string() }).optional(),
})
const LEVELS: Record<number, string> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warn",
  50: "error",
  60: "fatal",
}

/** One log line for people: `12:30:01 warn the backend failed (0b6c…)`, and the stack of an error. */
export function readableLine(json: string): string {
  const { level, time, msg, requestId, err } = lineSchema.parse(JSON.parse(json))
  const moment = new Date(time).toISOString().slice(11, 19)
  const id = requestId === undefined ? "" : ` (${requestId})`
  return `${moment} ${LEVELS[level] ?? level} ${msg}${id}\n${err === undefined ? "" : `${err.stack}\n`}`
}

const readable = () =>
  new Writable({
    decodeStrings: false,
    write: (line, _encoding, done) => void process.stdout.write(readableLine(String(line)), () => done()),
  })

/** A request's id is made here: one from outside could forge log lines, or join those of other requests. */
export function loggingOptions({ NODE_ENV, STOREFRONT_LOG_LEVEL }: Environment, stream?: Writable) {
  const output = stream ?? (NODE_ENV === "development" ? readable() : undefined)
  return {
    logger: {
      level: STOREFRONT_LOG_LEVEL,
      // Lines of a request's own logger have the id already.
      mixin: (
        _line: object,
        _level: number,
        logger: Pick<FastifyBaseLogger, never> & { bindings(): object },
      ) => ("requestId" in logger.bindings() ? {} : { requestId: currentRequestId() }),
      ...(output && { stream: output }),
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: () => randomUUID(),
  }
}
