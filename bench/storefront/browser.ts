import { chromium, devices, type BrowserContext } from "@playwright/test"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { launchOptions } from "../../e2e/browser/launch-options"

const CART_KEY = "cart-id"
/** Of https-front.ts. Lighthouse opens its own tabs, which know no option of Playwright's. */
const UNKNOWN_CERTIFICATE = ["--ignore-certificate-errors"]

export interface BenchBrowser {
  context: BrowserContext
  close: () => Promise<void>
}

/**
 * A browser with a new profile.
 * @param debuggingPort the port for Lighthouse
 */
export async function openBrowser(
  device: "phone" | "desktop",
  debuggingPort?: number,
): Promise<BenchBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "bench-profile-"))
  const { args = [], ...launch } = launchOptions()
  const port = debuggingPort === undefined ? [] : [`--remote-debugging-port=${String(debuggingPort)}`]
  const context = await chromium.launchPersistentContext(profile, {
    ...launch,
    args: [...args, ...port, ...UNKNOWN_CERTIFICATE],
    ignoreHTTPSErrors: true,
    ...(device === "phone" ? devices["Pixel 7"] : { viewport: { width: 1280, height: 800 } }),
    locale: "en-GB",
  })
  return {
    context,
    close: async () => {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** Creates a cart with one product and opens it in this browser. */
export async function addToCart(context: BrowserContext, shop: string, productId: string): Promise<void> {
  const random = crypto.getRandomValues(new Uint8Array(24))
  const cartId = `cart_${Array.from(random, (byte) => (byte % 36).toString(36)).join("")}`
  const response = await context.request.post(`${shop}/api/cart`, {
    data: { cartId, productId, quantity: 1 },
  })
  if (!response.ok()) throw new Error(`The cart could not be filled: ${await response.text()}`)
  const page = await context.newPage()
  await page.goto(`${shop}/robots.txt`)
  await page.evaluate(([key, id]) => localStorage.setItem(key, id), [CART_KEY, cartId] as const)
  await page.close()
}
