import type { Page, Route } from "@playwright/test"

type Calls = RegExp | { path: RegExp; method: string }

const partsOf = (calls: Calls) => (calls instanceof RegExp ? { path: calls, method: undefined } : calls)

/** Handles matching calls differently. @returns a function that ends it */
async function treat(
  page: Page,
  calls: Calls,
  how: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  const { path, method } = partsOf(calls)
  const handler = (route: Route) =>
    method && route.request().method() !== method ? route.fallback() : how(route)
  // Stays: with its last handler the browser stops intercepting, and a request of any address that is under way at that
  // moment may never be answered. The option `times` removes a handler too.
  await page.route(path, (route) => route.fallback())
  await page.route(path, handler)
  return () => page.unroute(path, handler)
}

/**
 * Holds matching calls.
 * @returns a function that continues them and all later calls
 */
export async function hold(page: Page, calls: Calls): Promise<() => Promise<void>> {
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const held: Promise<void>[] = []
  const end = await treat(page, calls, (route) => {
    const passing = gate.then(() => route.continue())
    held.push(passing)
    return passing
  })
  return async () => {
    open()
    await Promise.all(held)
    await end()
  }
}

/** Answers matching calls with 500. @returns a function that ends it */
export const fail = (page: Page, calls: Calls): Promise<() => Promise<void>> =>
  treat(page, calls, (route) => route.fulfill({ status: 500, body: "broken for a test" }))

/** Answers matching calls with 418, which is not retried. @returns a function that ends it */
export const refuse = (page: Page, calls: Calls): Promise<() => Promise<void>> =>
  treat(page, calls, (route) => route.fulfill({ status: 418, body: "refused for a test" }))

/** Answers matching calls with a given problem. @returns a function that ends it */
export const answer = (
  page: Page,
  calls: Calls,
  problem: { status: number; code: string; detail: string },
): Promise<() => Promise<void>> =>
  treat(page, calls, (route) =>
    route.fulfill({
      status: problem.status,
      contentType: "application/problem+json",
      json: { type: "about:blank", title: "No", ...problem },
    }),
  )

/** Loses the answers to matching calls after the shop has carried them out. @returns a function that ends it */
export const loseAnswers = (page: Page, calls: Calls): Promise<() => Promise<void>> =>
  treat(page, calls, async (route) => {
    await route.fetch()
    await route.abort("connectionreset")
  })

/** The browser's message about `loseAnswers`. */
export const LOST = /net::ERR_CONNECTION_RESET/

/** The browser's messages about `fail` and `refuse`. */
export const FAILURE = /status of (500|418)|answered 500/

/** Answers matching calls with this JSON. @returns a function that ends it */
export const answerJson = (page: Page, calls: Calls, json: unknown): Promise<() => Promise<void>> =>
  treat(page, calls, (route) => route.fulfill({ json }))

/** Makes matching files unavailable. */
export const cut = (page: Page, calls: Calls): Promise<() => Promise<void>> =>
  treat(page, calls, (route) => route.abort())

/** The browser's message about code that the page lacks, which the page reports. */
export const MISSING_CODE = /^uncaught: Failed to fetch dynamically imported module/

/** The browser's messages about `cut`. */
export const CUT = new RegExp(`net::ERR_FAILED|${MISSING_CODE.source}`)
