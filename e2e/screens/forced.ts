import type { Page, Route } from "@playwright/test"

type Calls = RegExp | { path: RegExp; method: string }

const partsOf = (calls: Calls) => (calls instanceof RegExp ? { path: calls, method: undefined } : calls)

/** Treats matching calls otherwise than the shop would. @returns how to end that */
async function treat(
  page: Page,
  calls: Calls,
  how: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  const { path, method } = partsOf(calls)
  const handler = (route: Route) =>
    method && route.request().method() !== method ? route.fallback() : how(route)
  await page.route(path, handler)
  return () => page.unroute(path, handler)
}

/**
 * A shop that takes its time: holds matching calls.
 * @returns what lets them go on, and all that follow
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

/** A shop that fails: matching calls are answered 500. @returns what heals it */
export const fail = (page: Page, calls: Calls): Promise<() => Promise<void>> =>
  treat(page, calls, (route) => route.fulfill({ status: 500, body: "broken for a test" }))

/** A shop that says no, so that nobody asks it again: matching calls are answered 418. @returns what ends that */
export const refuse = (page: Page, calls: Calls): Promise<() => Promise<void>> =>
  treat(page, calls, (route) => route.fulfill({ status: 418, body: "refused for a test" }))

/** A shop that answers matching calls with a problem of its own. @returns what ends that */
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

/** What the watch over the browser hears of `fail` and `refuse`. */
export const FAILURE = /status of (500|418)|answered 500/

/** A shop that has nothing: matching lists are empty. */
export const empty = (page: Page, calls: Calls): Promise<() => Promise<void>> =>
  treat(page, calls, (route) => route.fulfill({ json: [] }))

/** A file that cannot be fetched. */
export const cut = (page: Page, calls: Calls): Promise<() => Promise<void>> =>
  treat(page, calls, (route) => route.abort())

/** What the watch over the browser hears of `cut`. */
export const CUT = /net::ERR_FAILED/
