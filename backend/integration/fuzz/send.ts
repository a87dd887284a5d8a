import { Agent, request } from "node:http"

export interface Answer {
  status: number
  contentType: string
  headers: string
  body: string
  ms: number
}

const TIMEOUT_MS = 30_000
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends exactly this target, which `fetch` would normalise. An event stream is closed after its headers. */
export function sendRaw(
  backendUrl: string,
  method: string,
  target: string,
  headers: Record<string, string>,
  body: string | null,
): Promise<Answer> {
  const { hostname, port } = new URL(backendUrl)
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const bytes = body === null ? null : Buffer.from(body)
    const length = bytes === null ? {} : { "content-length": String(bytes.length) }
    const sent = request(
      {
        agent,
        hostname,
        port,
        method,
        path: target,
        headers: { ...headers, ...length },
        timeout: TIMEOUT_MS,
      },
      (response) => {
        const contentType = response.headers["content-type"] ?? ""
        const chunks: Buffer[] = []
        const finish = () => {
          resolve({
            status: response.statusCode ?? 0,
            contentType,
            headers: JSON.stringify(response.headers),
            body: Buffer.concat(chunks).toString(),
            ms: performance.now() - started,
          })
        }
        if (contentType.startsWith("text/event-stream")) {
          finish()
          response.destroy()
          return
        }
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("end", finish)
        response.on("error", reject)
      },
    )
    sent.on("timeout", () => sent.destroy(new Error(`No answer within ${String(TIMEOUT_MS)} ms.`)))
    sent.on("error", reject)
    sent.end(bytes ?? undefined)
  })
}
