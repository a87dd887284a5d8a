import { mkdtemp, rm } from "node:fs/promises"
import { Agent, request } from "node:http"
import { connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { progressOn } from "@shop/sandbox/progress"
import { startShop } from "@shop/sandbox/shop"
import { median, percentile95, publish } from "../report"

/** Loopback addresses: the shop sees two clients. */
const ATTACKER = "127.0.0.66"
const SHOPPER = "127.0.0.77"
const SENDERS = 500
const REQUESTS = 400
const WARM_UP = 100

/** Opens requests that announce a body and send one byte of it every second. @returns how to end them */
function startSlowSenders(shop: URL, count: number): () => void {
  const sockets: Socket[] = Array.from({ length: count }, () => {
    const socket = connect({ host: shop.hostname, port: Number(shop.port), localAddress: ATTACKER })
    // The shop may refuse or cut off a slow sender, who then comes back.
    socket.on("error", () => socket.destroy())
    socket.write(
      `POST /api/contact HTTP/1.1\r\nhost: ${shop.host}\r\ncontent-type: application/json\r\ncontent-length: 2000\r\n\r\n{`,
    )
    return socket
  })
  const dripping = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write(" ")
  }, 1000)
  return () => {
    clearInterval(dripping)
    for (const socket of sockets) socket.destroy()
  }
}

/** Milliseconds until a request of the other shopper is answered in full. */
function timeOf(agent: Agent, shop: URL, path: string, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const asked = request(
      new URL(path, shop),
      {
        agent,
        localAddress: SHOPPER,
        method: body === undefined ? "GET" : "POST",
        headers: body === undefined ? {} : { "content-type": "application/json", origin: shop.origin },
      },
      (response) => {
        response.resume()
        response.on("end", () => {
          if ((response.statusCode ?? 500) < 500) resolve(performance.now() - start)
          else reject(new Error(`${path}: ${String(response.statusCode)}`))
        })
      },
    )
    asked.on("error", reject)
    asked.end(body)
  })
}

async function measure(shop: URL): Promise<{ median: number; p95: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const times: number[] = []
  for (let round = 0; round < WARM_UP + REQUESTS; round += 1) {
    const took =
      round % 2 === 0
        ? await timeOf(agent, shop, "/api/products?limit=8")
        : await timeOf(agent, shop, "/api/contact", "{}")
    if (round >= WARM_UP) times.push(took)
  }
  agent.destroy()
  return { median: median(times), p95: percentile95(times) }
}

const dataDir = await mkdtemp(join(tmpdir(), "shop-bench-"))
const shop = await startShop({ dataDir, progress: progressOn(process.stdout), settings: {} })
try {
  const url = new URL(shop.url)
  const alone = await measure(url)
  const end = startSlowSenders(url, SENDERS)
  const beside = await measure(url)
  end()
  const row = (what: string, key: "median" | "p95") => [
    what,
    alone[key].toFixed(1),
    beside[key].toFixed(1),
    (beside[key] / alone[key]).toFixed(2),
  ]
  await publish(
    "slow-senders",
    [
      "another shopper's requests, ms",
      "alone",
      `beside ${String(SENDERS)} slow senders`,
      "ratio (wanted < 2)",
    ],
    [row("median", "median"), row("95 of 100 within", "p95")],
  )
} finally {
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(0)
