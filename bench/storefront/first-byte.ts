import { Agent, request } from "node:http"
import { median } from "../report"
import type { Findings } from "./budgets"

const TIMES = 31
const WARM_UP = 5

/** Milliseconds from a request to its first byte on an open connection. */
export async function measureFirstByte(shop: string, path: string): Promise<Findings> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const separator = path.includes("?") ? "&" : "?"
  // A new URL is not in the page cache, but its data may be in memory.
  const unheardOf = () => `${path}${separator}bench=${Math.random().toString(36).slice(2)}`
  try {
    return {
      firstByteCached: await medianOf(() => firstByte(agent, shop + path)),
      firstByteDrawn: await medianOf(() => firstByte(agent, shop + unheardOf())),
    }
  } finally {
    agent.destroy()
  }
}

async function medianOf(once: () => Promise<number>): Promise<number> {
  for (let round = 0; round < WARM_UP; round += 1) await once()
  const found: number[] = []
  for (let round = 0; round < TIMES; round += 1) found.push(await once())
  return median(found)
}

function firstByte(agent: Agent, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const asked = request(url, { agent, headers: { "accept-encoding": "br, gzip" } }, (response) => {
      const took = performance.now() - start
      const isRight = response.statusCode === 200
      response.resume()
      response.on("error", reject)
      response.on("end", () =>
        isRight ? resolve(took) : reject(new Error(`${url}: ${String(response.statusCode)}`)),
      )
    })
    asked.on("error", reject)
    asked.end()
  })
}
