import { findFreePort } from "@shop/sandbox/ports"
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { z } from "zod"
import { median } from "../report"
import type { Findings } from "./budgets"
import { addToCart, openBrowser } from "./browser"
import type { BenchPage } from "./pages"

/** Fetched when it is first run: its 193 packages are a fifth of all files of node_modules, and no test needs them. */
const LIGHTHOUSE = "lighthouse@12.8.2"
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const
const reportSchema = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  categories: z.record(z.enum(CATEGORIES), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
})
/** Checkout and search results are `noindex` on purpose, so that audit is skipped. */
const NOT_TO_BE_FOUND = /^\/checkout|[?&]search=/

/** Lighthouse for a mobile phone: the median of several runs. */
export async function measureLighthouse(
  shop: string,
  page: BenchPage,
  cartWith: string,
  runs: number,
): Promise<Findings> {
  const found: Findings[] = []
  for (let run = 0; run < runs; run += 1) found.push(await runSafely(shop, page, cartWith))
  const medianOf = (measure: keyof Findings) => median(found.map((one) => one[measure] ?? Number.NaN))
  return {
    performance: medianOf("performance"),
    accessibility: medianOf("accessibility"),
    "best-practices": medianOf("best-practices"),
    seo: medianOf("seo"),
    lcp: medianOf("lcp"),
    tbt: medianOf("tbt"),
    cls: medianOf("cls"),
  }
}

const ATTEMPTS = 3

/** Lighthouse loses its browser now and then: another attempt starts a new one. @throws the last attempt's error */
async function runSafely(shop: string, page: BenchPage, cartWith: string): Promise<Findings> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(shop, page, cartWith)
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      console.warn(`Lighthouse failed on ${page.path}, and is run again: ${String(error)}`)
    }
  }
}

async function runOnce(shop: string, page: BenchPage, cartWith: string): Promise<Findings> {
  const port = await findFreePort()
  const { context, close } = await openBrowser("desktop", port)
  try {
    if (page.hasCart) await addToCart(context, shop, cartWith)
    const options = [
      `--port=${String(port)}`,
      "--output=json",
      "--quiet",
      `--only-categories=${CATEGORIES.join(",")}`,
      // Each run has its own browser, which stores the cart.
      "--disable-storage-reset",
      ...(NOT_TO_BE_FOUND.test(page.path) ? ["--skip-audits=is-crawlable"] : []),
    ]
    const { stdout } = await promisify(execFile)("npx", ["--yes", LIGHTHOUSE, shop + page.path, ...options], {
      maxBuffer: Infinity,
    })
    const report = reportSchema.parse(JSON.parse(stdout))
    if (report.runtimeError)
      throw new Error(`Lighthouse could not load ${page.path}: ${report.runtimeError.message}`)
    const score = (id: (typeof CATEGORIES)[number]) =>
      Math.round((report.categories[id].score ?? Number.NaN) * 100)
    const value = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN
    return {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
      seo: score("seo"),
      lcp: value("largest-contentful-paint"),
      tbt: value("total-blocking-time"),
      // Lighthouse shows three decimals.
      cls: Math.round(value("cumulative-layout-shift") * 1000) / 1000,
    }
  } finally {
    await close()
  }
}
