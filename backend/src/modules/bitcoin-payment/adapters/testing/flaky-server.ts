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

/** A server in front of another that passes everything on, until it is told to fail. */
export interface FlakyFront {
  readonly url: string
  fault: Fault | null
  stop(): Promise<void>
}

export async function startFlakyFront(upstream: string): Promise<FlakyFront> {
  const server = createServer((request, response) => {
    pass(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined)
    })
  })
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { authorization, "content-type": type } = request.headers
    const answer = await fetch(upstream + (request.url ?? "/"), {
      method: request.method ?? "GET",
      headers: { ...(authorization && { authorization }), ...(type && { "content-type": type }) },
      ...(request.method === "POST" && { body: new Uint8Array(await buffer(request)) }),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    if (front.fault !== null) FAULTS[front.fault](body, response)
    else
      response
        .writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" })
        .end(body)
  }
  const front: FlakyFront = { ...(await listenOnLoopback(server)), fault: null }
  return front
}
