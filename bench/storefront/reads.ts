import autocannon from "autocannon"
import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { get, type IncomingHttpHeaders } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { categorySchema, productSchema } from "@shop/contracts"
import { progressOn } from "@shop/sandbox/progress"
import { startShop } from "@shop/sandbox/shop"
import { z } from "zod"
import { median, publishRatios, type Row } from "../report"

const CONNECTIONS = 10
const SECONDS = 4
const ROUNDS = 3
const JSON_LIMIT = "at least 0.5"
const PAGE_LIMIT = "at least 0.75"
const HEADERS = { "accept-encoding": "br, gzip" }

/** Requests per second. @throws Error unless every answer was a success */
async function rateOf(url: string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: HEADERS,
  })
  if (non2xx + errors > 0) throw new Error(`${url}: ${String(non2xx + errors)} requests failed`)
  return requests.average
}

/** An answer as it was sent, still compressed. */
function read(url: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: HEADERS }, (response) => {
      buffer(response).then((body) => resolve({ headers: response.headers, body }), reject)
    }).on("error", reject)
  })
}

/** A separate process that sends the same bytes as this address. */
async function startBareServer(url: string): Promise<{ url: string; stop: () => void }> {
  const { headers, body } = await read(url)
  const { connection: _connection, "transfer-encoding": _chunked, ...kept } = headers
  const server = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "bare-server.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  })
  server.stdin.end(
    JSON.stringify({
      headers: { ...kept, "content-length": String(body.byteLength) },
      base64: body.toString("base64"),
    }),
  )
  const port = await new Promise<string>((resolve, reject) => {
    server.stdout.once("data", (line: Buffer) => resolve(line.toString().trim()))
    server.once("exit", () => reject(new Error("The bare server did not start.")))
  })
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.kill() }
}

async function measure(url: string, limit: string): Promise<Row> {
  const bare = await startBareServer(url)
  try {
    const rates = { ours: [] as number[], theirs: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.ours.push(await rateOf(url))
      rates.theirs.push(await rateOf(bare.url))
    }
    return { what: new URL(url).pathname, ours: median(rates.ours), theirs: median(rates.theirs), limit }
  } finally {
    bare.stop()
  }
}

const dataDir = await mkdtemp(join(tmpdir(), "shop-bench-"))
const progress = progressOn(process.stdout)
const shop = await startShop({ dataDir, progress, settings: { STOREFRONT_PAGES_PER_MINUTE: "0" } })
try {
  const readJson = async (path: string): Promise<unknown> => (await fetch(new URL(path, shop.url))).json()
  const [product] = z.array(productSchema).parse(await readJson("/api/products"))
  const [category] = z.array(categorySchema).parse(await readJson("/api/categories"))
  if (!product || !category) throw new Error("The shop has no products.")
  const reads = {
    "/api/products": JSON_LIMIT,
    "/api/categories": JSON_LIMIT,
    [`/api/products/${product.slug}`]: JSON_LIMIT,
    [`/api/categories/${category.slug}/products`]: JSON_LIMIT,
    "/": PAGE_LIMIT,
    "/products": PAGE_LIMIT,
    [`/product/${product.slug}`]: PAGE_LIMIT,
  }
  const rows: Row[] = []
  for (const [path, limit] of Object.entries(reads))
    rows.push(await progress.step(path, () => measure(new URL(path, shop.url).href, limit)))
  await publishRatios("reads", "bare node:http", rows)
} finally {
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(0)
