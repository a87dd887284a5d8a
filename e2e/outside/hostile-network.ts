import type { BrowserContext, Page, Route } from "@playwright/test"
import { PROBLEM_TYPE } from "@shop/contracts"

const API = "**/api/**"

/** Random numbers from 0 to 1 that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const problem = (status: number, headers = {}) => ({
  status,
  headers,
  contentType: PROBLEM_TYPE,
  body: JSON.stringify({
    type: "about:blank",
    title: "Trouble",
    status,
    code: "trouble",
    detail: "Please try again in a moment.",
  }),
})

/** The ways in which a call can fail before it has reached the shop. */
const FAILURES: readonly ((route: Route) => Promise<void>)[] = [
  (route) => route.abort("connectionreset"),
  (route) => route.fulfill({ status: 500, body: "Internal Server Error" }),
  (route) => route.fulfill(problem(503)),
  (route) => route.fulfill(problem(429, { "retry-after": "1" })),
  (route) => route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Welcome to the hotel</h1>" }),
]

/**
 * Lets every tenth call of /api fail, each time in another way.
 * @returns how many have failed so far
 */
export async function failAtRandom(context: BrowserContext, seed: number): Promise<() => number> {
  const random = seeded(seed)
  let failed = 0
  await context.route(API, async (route) => {
    if (random() >= 0.1) return route.fallback()
    await FAILURES[failed++ % FAILURES.length]?.(route)
  })
  return () => failed
}

/**
 * Loses answers on their way back, after the shop has done the work: the first of each writing call.
 * @returns the calls whose answers were lost
 */
export async function loseFirstAnswers(context: BrowserContext): Promise<readonly string[]> {
  const lost: string[] = []
  await context.route(API, async (route) => {
    const request = route.request()
    const call = `${request.method()} ${new URL(request.url()).pathname.replace(/cali_\w+/, "{line}")}`
    if (request.method() === "GET" || lost.includes(call)) return route.fallback()
    lost.push(call)
    await route.fetch()
    await route.abort("connectionreset")
  })
  return lost
}

/** A bad mobile line: 400 ms there and back, 400 kbit/s each way. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send("Network.enable")
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 400_000 / 8,
    uploadThroughput: 400_000 / 8,
  })
}
