import type { APIRequestContext } from "@playwright/test"
import { gzipSync } from "node:zlib"
import { BUDGETS } from "../../bench/storefront/budgets"
import { expect, test } from "../fixtures/test"
import { aProduct, isPlentiful } from "../screens/catalogue"

/** The scripts of a page's first load, in KiB of gzip: the first one, and those that it loads after the first paint. */
async function scriptKib(request: APIRequestContext, path: string): Promise<number> {
  const html = await (await request.get(path)).text()
  const [first, others] = [/<script type="module" src="([^"]+)"/, /data-scripts="([^"]+)"/].map(
    (pattern) => pattern.exec(html)?.[1] ?? "",
  )
  const scripts = [first, ...(others?.split(" ") ?? [])]
  expect(scripts.length, `the scripts of ${path}`).toBeGreaterThan(5)
  const sizes = await Promise.all(
    scripts.map(
      async (script) => gzipSync(await (await request.get(script ?? "")).body(), { level: 9 }).length,
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

const BUDGET = BUDGETS.scriptGzip.limit
/** The benchmark counts 10.4 KiB more here: the parsers, loaded with the page's first call. */
const BUDGET_OF_CHECKOUT = BUDGETS.scriptGzipCalling.limit - 10.4

test("no page's first load brings more JavaScript than the budget", async ({ request, shop }) => {
  const { slug } = await aProduct(shop.storefrontUrl, isPlentiful)
  const paths = [
    "/",
    "/products",
    "/products/category/honey",
    `/product/${slug}`,
    "/about",
    "/faq",
    "/contact",
    "/orders/find",
    "/policies/terms",
  ]
  for (const path of paths) expect.soft(await scriptKib(request, path), path).toBeLessThanOrEqual(BUDGET)
  expect.soft(await scriptKib(request, "/checkout"), "/checkout").toBeLessThanOrEqual(BUDGET_OF_CHECKOUT)
})
