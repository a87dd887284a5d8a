import type { APIRequestContext, Page } from "@playwright/test"
import { gzipSync } from "node:zlib"
import { BUDGETS } from "../../bench/storefront/budgets"
import { expect, test } from "../fixtures/test"
import { aProduct, isPlentiful } from "../screens/catalogue"

/** The first script, inside a page. It names the later styles and the others. */
const FIRST_SCRIPT = /<script data-styles="([^"]+)" data-scripts="([^"]+)">([^]*?)<\/script>/

/** Of what the shop answers. They come with a page's first call. */
const PARSERS = /\/(parsers-[\w-]+\.js)/

/**
 * The scripts of a page's first load, in KiB of gzip: the first one, and those that it loads after the first paint.
 * @param isCalling the page calls the shop as it opens
 */
async function scriptKib(request: APIRequestContext, path: string, isCalling = false): Promise<number> {
  const html = await (await request.get(path)).text()
  const [, , listed = "", first = ""] = FIRST_SCRIPT.exec(html) ?? []
  const files = listed.split(" ")
  expect(files.length, `the scripts of ${path}`).toBeGreaterThan(5)
  const read = async (file: string) => (await request.get(file)).body()
  const scripts = [Buffer.from(first), ...(await Promise.all(files.map(read)))]
  if (isCalling) scripts.push(await read(`/assets/${PARSERS.exec(scripts.join(""))?.[1] ?? "no parsers"}`))
  return scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0) / 1024
}

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
  for (const path of paths)
    expect.soft(await scriptKib(request, path), path).toBeLessThanOrEqual(BUDGETS.scriptGzip.limit)
  const checkout = await scriptKib(request, "/checkout", true)
  expect.soft(checkout, "/checkout").toBeLessThanOrEqual(BUDGETS.scriptGzipLarge.limit)
})

/** What a server may send before the browser has answered (RFC 6928: ten segments of 1,460 bytes), without 700 for headers. */
const FIRST_ROUND_TRIP = 14_600 - 700

test("the page of a short list, or of answers, comes whole in the connection's first round trip", async ({
  request,
}) => {
  for (const path of ["/products/category/honey", "/products?search=honey&sort=price-low", "/faq"]) {
    const headers = (await request.get(path, { headers: { "accept-encoding": "br" } })).headers()
    expect.soft(headers["content-encoding"], path).toBe("br")
    expect.soft(Number(headers["content-length"]), path).toBeLessThanOrEqual(FIRST_ROUND_TRIP)
  }
})

/** Properties in which an element without its styles differs. */
const LOOKS = [
  "display",
  "visibility",
  "opacity",
  "color",
  "background-color",
  "background-image",
  "border-top",
  "border-radius",
  "box-shadow",
  "font",
  "text-decoration",
  "content",
  "mask-image",
]

/** The size and look of every visible element with its pseudo-elements. */
const looks = (page: Page): Promise<Record<string, string>> =>
  page.evaluate((properties) => {
    const elements = Array.from(document.body.querySelectorAll("*")).filter((one) => one.checkVisibility())
    return Object.fromEntries(
      elements.map((element, index) => {
        const { width, height } = element.getBoundingClientRect()
        const parts = [undefined, "::before", "::after"].map((part) => {
          const style = getComputedStyle(element, part)
          return properties.map((property) => style.getPropertyValue(property)).join(" ")
        })
        const name = `${String(index)} ${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`
        return [name, [width, height, ...parts].join(" ")]
      }),
    )
  }, LOOKS)

test("a page contains the styles of everything it shows: the later ones change nothing", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(/the server responded with a status of 404/)
  const { slug } = await aProduct(shop.storefrontUrl, isPlentiful)
  // The pages of the signed in are shown to a browser with such a cookie, without their data.
  await page.context().addCookies([{ name: "shop_session", value: "any", url: shop.storefrontUrl }])
  // A skeleton never looks the same twice.
  await page.emulateMedia({ reducedMotion: "reduce" })
  // Without its first script a page stays as it came.
  let laterStyles = ""
  await page.route("**", async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback()
    const response = await route.fetch()
    const html = await response.text()
    laterStyles = FIRST_SCRIPT.exec(html)?.[1] ?? ""
    await route.fulfill({ response, body: html.replace(FIRST_SCRIPT, "") })
  })
  const paths = [
    "/",
    "/products",
    "/products?search=honey",
    "/products?search=hony",
    "/products?search=nothing-like-this",
    "/products/category/honey",
    `/product/${slug}`,
    "/checkout",
    "/about",
    "/faq",
    "/contact",
    "/policies/shipping",
    "/policies/privacy",
    "/orders/find",
    "/orders/order_unknown",
    "/account",
    "/orders",
    "/product/no-such-product",
    "/products/category/no-such-category",
    "/no/such/page",
  ]
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    for (const path of paths) {
      await page.goto(path)
      expect(new URL(page.url()).pathname, "no redirect").toBe(path.split("?")[0])
      await page.evaluate(() => document.fonts.ready)
      const before = await looks(page)
      await page.evaluate(async (href) => {
        const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href })
        const loaded = new Promise((resolve) => link.addEventListener("load", resolve))
        document.head.append(link)
        await loaded
      }, laterStyles)
      const after = await looks(page)
      const changed = Object.keys({ ...before, ...after }).filter((name) => after[name] !== before[name])
      expect.soft(changed.slice(0, 5), `${path}, ${String(size.width)} px`).toEqual([])
    }
  }
})
