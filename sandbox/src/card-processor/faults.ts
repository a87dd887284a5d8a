import { setTimeout as sleep } from "node:timers/promises"
import type { FastifyReply, FastifyRequest } from "fastify"
import { z } from "zod"

export interface Answer {
  status: number
  body: object
}

/** A failure of the API, for the next requests that match. */
export const faultSchema = z.strictObject({
  kind: z.enum([
    /** 503 or 429, and nothing happens */
    "unavailable",
    "rate_limited",
    /** No answer until the client gives up, and nothing happens */
    "hangs",
    /** An HTML page with status 200, and nothing happens */
    "garbage",
    /** It happens, and the answer comes after `delayMs`, or never, or is 500 (as is each replay) */
    "late",
    "lost",
    "fails_after",
  ]),
  method: z.enum(["GET", "POST"]).optional(),
  /** The beginning of the path: /v1/refunds */
  path: z.string().startsWith("/v1").optional(),
  /** Text in path or body: an id or a reference, so that tests that share a processor do not disturb each other */
  containing: z.string().min(1).optional(),
  /** How many requests; 0: all until the faults are cleared */
  times: z.int().min(0).default(1),
  delayMs: z.int().min(0).max(120_000).default(0),
})
export type Fault = z.output<typeof faultSchema>

export class Faults {
  private faults: Fault[] = []

  add(fault: Fault): void {
    this.faults.push({ ...fault })
  }

  clear(containing?: string): void {
    this.faults = this.faults.filter((fault) => containing !== undefined && fault.containing !== containing)
  }

  /** The fault of this request, if there is one. It is used up. */
  take(request: FastifyRequest, body: string): Fault | undefined {
    const fault = this.faults.find(
      ({ method, path = "", containing = "" }) =>
        (method === undefined || method === request.method) &&
        request.url.startsWith(path) &&
        decodeURIComponent(`${request.url}\n${body.replaceAll("+", " ")}`).includes(containing),
    )
    if (fault === undefined || fault.times === 0) return fault
    fault.times -= 1
    if (fault.times === 0) this.faults = this.faults.filter((other) => other !== fault)
    return fault
  }
}

const apiError = (message: string) => ({ error: { type: "api_error", message } })

/** Answers in place of the API. @returns whether it did */
export function answerInstead(fault: Fault | undefined, reply: FastifyReply): boolean {
  switch (fault?.kind) {
    case "unavailable":
      reply.code(503).send(apiError("An outage of the sandbox: nothing happened."))
      return true
    case "rate_limited":
      reply.code(429).send({
        error: { type: "invalid_request_error", code: "rate_limit", message: "Too many requests." },
      })
      return true
    case "garbage":
      reply.type("text/html").send("<h1>Welcome to the hotel</h1>")
      return true
    case "hangs":
      reply.hijack()
      return true
    default:
      return false
  }
}

/** Changes the answer to a request that the API has carried out. @returns undefined when the connection is lost */
export async function disturb(
  fault: Fault | undefined,
  reply: FastifyReply,
  answer: Answer,
): Promise<Answer | undefined> {
  switch (fault?.kind) {
    case "late":
      await sleep(fault.delayMs)
      return answer
    case "fails_after":
      return { status: 500, body: apiError("An error of the sandbox after the request was carried out.") }
    case "lost":
      reply.hijack()
      reply.raw.socket?.destroy()
      return undefined
    default:
      return answer
  }
}
