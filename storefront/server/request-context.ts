import type { FastifyInstance } from "fastify"
import { AsyncLocalStorage } from "node:async_hooks"

const requestIds = new AsyncLocalStorage<string>()

/** The id of the request that this code works for; undefined outside of a request. */
export const currentRequestId = (): string | undefined => requestIds.getStore()

/** Gives the work of each request its id: log lines and requests to the backend carry it. */
export function registerRequestContext(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id)
    requestIds.run(request.id, done)
  })
  // Reading a body ends in the context of the connection.
  app.addHook("preValidation", (request, _reply, done) => requestIds.run(request.id, done))
}
