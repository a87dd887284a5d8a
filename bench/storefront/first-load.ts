import { request } from "node:http"
import type { Findings } from "./budgets"
import { addToCart, openBrowser } from "./browser"
import type { BenchPage } from "./pages"

const KIB = 1024
const FIRST_LOAD = ["script", "scriptGzip", "scriptIdle", "bytes", "requests"] as const
export type FirstLoad = Record<(typeof FIRST_LOAD)[number], number>
const IS_SCRIPT = /javascript/
/** Longer than a page waits before it loads code for later (storefront/src/lib/later.ts). */
const QUIET_MS = 3000

/**
 * The transferred bytes and the requests of a page on a phone with an empty cache. Pictures that load when the reader scrolls
 * near them count as bytes, but not as requests: how many are near depends on the screen, and nothing waits for them.
 */
export async function measureFirstLoad(shop: string, page: BenchPage, cartWith: string): Promise<FirstLoad> {
  const { context, close } = await openBrowser("phone")
  try {
    if (page.hasCart) await addToCart(context, shop, cartWith)
    const tab = await context.newPage()
    const devtools = await context.newCDPSession(tab)
    const answers = new Map<string, { url: string; mimeType: string; bytes: number; body: number }>()
    devtools.on("Network.responseReceived", ({ requestId, response: { url, mimeType } }) => {
      if (!url.startsWith("data:")) answers.set(requestId, { url, mimeType, bytes: 0, body: 0 })
    })
    devtools.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
      const answer = answers.get(requestId)
      if (answer) answer.body += encodedDataLength
    })
    devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const answer = answers.get(requestId)
      if (answer) answer.bytes = encodedDataLength
    })
    await devtools.send("Network.enable")
    await tab.goto(shop + page.path, { waitUntil: "networkidle" })

    const whenNear = await tab.evaluate(() =>
      Array.from(document.images, ({ loading, currentSrc }) => (loading === "lazy" ? currentSrc : "")),
    )
    const all = [...answers.values()]
    const scriptsNow = () => [...answers.values()].filter(({ mimeType }) => IS_SCRIPT.test(mimeType))
    const scripts = scriptsNow()
    await tab.waitForTimeout(QUIET_MS)
    const idle = scriptsNow()
    return {
      script: sum(scripts.map(({ body }) => body)) / KIB,
      scriptGzip: await gzipKib(scripts),
      scriptIdle: await gzipKib(idle),
      bytes: sum(all.map(({ bytes }) => bytes)) / KIB,
      requests: all.filter(({ url }) => !whenNear.includes(url)).length,
    }
  } finally {
    await close()
  }
}

/** The maximum of each value. */
export async function measureLargestLoad(
  shop: string,
  paths: readonly string[],
  cartWith: string,
): Promise<Findings> {
  const largest: Findings = {}
  for (const path of paths) {
    const load = await measureFirstLoad(shop, { name: path, path }, cartWith)
    for (const measure of FIRST_LOAD) largest[measure] = Math.max(largest[measure] ?? 0, load[measure])
  }
  return largest
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

const gzipKib = async (files: { url: string }[]) =>
  sum(await Promise.all(files.map(({ url }) => gzipBytes(url)))) / KIB

/** The body's size with gzip. */
function gzipBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { "accept-encoding": "gzip" } }, (response) => {
      let bytes = 0
      response.on("data", (chunk: Buffer) => (bytes += chunk.byteLength))
      response.on("end", () => resolve(bytes))
      response.on("error", reject)
    })
    asked.on("error", reject)
    asked.end()
  })
}
