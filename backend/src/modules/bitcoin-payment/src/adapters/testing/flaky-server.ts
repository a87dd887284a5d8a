import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { buffer } from "node:stream/consumers"
import { listenOnLoopback } from "./loopback"

/** What can happen between us and any HTTP service. */
export const FAULTS = {
  "answers 429": (_, response) => response.writeHead(429, { "retry-after": "7" }).end("slow down"),
  "answers 500": (_, response) => response.writeHead(500).end("Internal Server Error"),
  "answers 502": (_, response) => response.writeHead(502).end("Bad Gateway"),
  "has its work queue full": (_, response) => response.writeHead(503).end("Work queue depth exceeded"),
  "answers with a web page": (_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Please wait</title>"),
  "answers with half a text": (upstream, response) =>
    response.writeHead(200).end(upstream.subarray(0, Math.floor(upstream.length / 2))),
  "answers with nothing": (_, response) => response.writeHead(200).end(),
  "sends us elsewhere": (_, response) => response.writeHead(302, { location: "/login" }).end(),
  "breaks off in the middle": (upstream, response) => {
    response.writeHead(200, { "content-length": upstream.length + 1 })
    response.write(upstream, () => response.destroy())
  },
  "never answers": () => undefined,
  "hangs up": (_, response) => response.destroy(),
} satisfies Record<string, (upstream: Buffer, response: ServerResponse) => unknown>
export type Fault = keyof typeof FAULTS

/** How far back "answers from the past" goes: what a replica that lags behind, or a restored node, would say. */
export const PAST_MS = 5000

/** What a service may do that is not a failure of every call. */
export const HALF_FAULTS = ["answers 429 to every second call", "answers from the past"] as const
type HalfFault = (typeof HALF_FAULTS)[number]

/** A server in front of another that passes everything on, until it is told to fail. */
export interface FlakyFront {
  readonly url: string
  fault: Fault | HalfFault | null
  /** How far the clock that its answers name is ahead, in seconds. */
  clockAhead: number
  stop(): Promise<void>
}

export async function startFlakyFront(upstream: string): Promise<FlakyFront> {
  const server = createServer((request, response) => {
    response.setHeader("date", new Date(Date.now() + front.clockAhead * 1000).toUTCString())
    pass(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined)
    })
  })
  const history = new Map<string, Answer[]>()
  let calls = 0
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { authorization, "content-type": type } = request.headers
    const url = request.url ?? "/"
    const asked = await fetch(upstream + url, {
      method: request.method ?? "GET",
      headers: { ...(authorization && { authorization }), ...(type && { "content-type": type }) },
      ...(request.method === "POST" && { body: new Uint8Array(await buffer(request)) }),
    })
    const answer = {
      at: Date.now(),
      status: asked.status,
      type: asked.headers.get("content-type") ?? "",
      body: Buffer.from(await asked.arrayBuffer()),
    }
    const past = (history.get(url) ?? []).filter(({ at }) => at > answer.at - PAST_MS)
    history.set(url, [...past, answer])
    calls += 1
    const { fault } = front
    const fails = fault === "answers 429 to every second call" ? calls % 2 === 0 : fault !== null
    if (!fails || fault === null) send(response, answer)
    else if (fault === "answers from the past") send(response, past[0] ?? answer)
    else FAULTS[fault === "answers 429 to every second call" ? "answers 429" : fault](answer.body, response)
  }
  const front: FlakyFront = { ...(await listenOnLoopback(server)), fault: null, clockAhead: 0 }
  return front
}

interface Answer {
  at: number
  status: number
  type: string
  body: Buffer
}

const send = (response: ServerResponse, { status, type, body }: Answer) =>
  response.writeHead(status, { "content-type": type }).end(body)
