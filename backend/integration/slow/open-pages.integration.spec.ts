import { request, type IncomingMessage } from "node:http"
import { afterAll, beforeAll, expect, it } from "vitest"
import { z } from "zod"
import { bitcoinShopAt, type BitcoinShop } from "../harness/bitcoin-shop"
import type { Backend } from "../harness/medusa"
import { startOwnBackend } from "../harness/own-backend"
import { eventually, startRegtest, type Regtest } from "../harness/regtest"

/** 100 in `npm test`; `RUSH_PAGES=1000` a thousand. */
const PAGES = z.coerce.number().int().positive().default(100).parse(process.env["RUSH_PAGES"])
const ORDERS = 10
/** The pool, the listener and the locks: far fewer than one for each page. */
const MOST_CONNECTIONS = 30

let network: Regtest
let backend: Backend
let shop: BitcoinShop
beforeAll(async () => {
  network = await startRegtest()
  const own = await startOwnBackend("open_pages", {
    BITCOIN_ESPLORA_URL: network.url,
    BITCOIN_POLL_SECONDS: "0.5",
  })
  backend = own
  shop = await bitcoinShopAt(own.url, own.databaseUrl)
})
afterAll(async () => {
  await backend.stop()
  await network.stop()
})

/** A page that follows an order, as a browser's EventSource does. */
async function openPage(orderId: string): Promise<{ text(): string; close(): void }> {
  const asked = request(new URL(`/api/orders/${orderId}/events`, backend.url))
  const stream = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once("response", resolve).once("error", reject).end()
  })
  let text = ""
  stream.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")))
  // The test itself closes the page.
  stream.on("error", () => undefined)
  return { text: () => text, close: () => asked.destroy() }
}

/** The number of connections to the database, and how many of them listen. */
async function connections(): Promise<{ all: number; listening: number }> {
  const rows = await shop.ask<{ query: string }>(
    "select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  )
  return { all: rows.length, listening: rows.filter(({ query }) => /^listen /i.test(query)).length }
}

it(`${String(PAGES)} open pages share one listening connection, and each receives its own order's payment`, async () => {
  const orders = await Promise.all(Array.from({ length: ORDERS }, () => shop.placeOne()))
  const opened = Array.from({ length: PAGES }, (_, page) => openPage(orders[page % ORDERS]?.id ?? ""))
  const pages = await Promise.all(opened)
  try {
    const whileOpen = await connections()
    expect(whileOpen.listening).toBe(1)
    expect(whileOpen.all).toBeLessThan(MOST_CONNECTIONS)
    const [paid] = orders
    await network.pay(paid?.address ?? "", 12_500n)
    await shop.untilState(paid?.id ?? "", "seen")
    const hearing = () =>
      Promise.resolve(pages.filter((page) => page.text().includes('"state":"seen"')).length)
    await eventually(hearing, (count) => count === PAGES / ORDERS)
    expect((await connections()).listening).toBe(1)
  } finally {
    for (const page of pages) page.close()
  }
})
