import { expect, type Page } from "@playwright/test"
import type { Product } from "@shop/contracts"
import { addFromCard, openCart } from "../screens/cart"
import { aLondoner, fillIn } from "../screens/checkout"
import { beSignedIn, haveFollowedOrder } from "./made-up-account"
import { alterList, alterProduct, haveCart, haveOrder, manyOf, withLightning } from "./made-up"

export interface ScreenContext {
  page: Page
  /** The storefront's address. */
  shop: string
  /** What the pictures of one product and of one category show. */
  product: Product
  category: string
}

/** Brings the browser to the state of the picture. */
type Show = (screen: ScreenContext) => Promise<unknown>

const at =
  (path: string): Show =>
  ({ page }) =>
    page.goto(path)

/** API calls for products, but no script of the same name. */
const LISTS = /\/api\/products(\?|\/|$)/

/** Waits until the page is hydrated and reacts to clicks. */
const hydrated = (page: Page) => page.waitForFunction(() => "openSignInModal" in window)

/** Follows a link within the page, so that the browser sends the request and gets the modified response. */
async function followTo(page: Page, path: string): Promise<void> {
  await page.goto("/about")
  await hydrated(page)
  await page.getByRole("contentinfo").locator(`a[href="${path}"]`).first().click()
}

async function followToProduct({ page, product, category }: ScreenContext): Promise<void> {
  await followTo(page, `/products/category/${category}`)
  await page.locator(`main a[href="/product/${product.slug}"]`).first().click()
  await expect(page.locator(".product-view h1")).toBeVisible()
}

/** Signed in, with the account menu open or on the page of one of its links. */
async function openAccountMenu(page: Page, shop: string, link?: string): Promise<void> {
  await beSignedIn(page, shop)
  await page.goto("/faq")
  await hydrated(page)
  await page
    .getByRole("banner")
    .getByRole("button", { name: /Ada|account/i })
    .click()
  if (!link) return
  await page.getByRole("link", { name: link }).click()
  await expect(page.getByRole("heading", { level: 1, name: link })).toBeVisible()
}

const order =
  (stage: Parameters<typeof haveOrder>[2], view = ""): Show =>
  async ({ page, shop }) => {
    await page.goto((await haveOrder(page, shop, stage)) + view)
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible()
  }

const checkout: Show = async ({ page, shop }) => {
  await haveCart(page, shop, [2, 1, 3])
  await page.goto("/checkout")
  await expect(page.locator(".order-summary__lines li")).toHaveCount(3)
}

const LONG_NAME =
  "Slow-Pressed Wild Blackberry, Bramley Apple and Elderflower Gummies with Llanfairpwllgwyngyll Sea Salt"

/** Every screen, and its states that the demo shop does not reach. */
export const PICTURES = {
  home: at("/"),
  products: at("/products"),
  category: ({ page, category }) => page.goto(`/products/category/${category}`),
  search: ({ page, product }) =>
    page.goto(`/products?search=${encodeURIComponent(product.name.split(" ").at(-1) ?? "")}&sort=price-low`),
  "search-empty": at("/products?search=liquorice+bootlaces"),
  "search-suggestions": async ({ page, product }) => {
    await page.goto("/products")
    await hydrated(page)
    await page.getByRole("combobox", { name: "Search products" }).pressSequentially(product.name.slice(0, 3))
    await expect(page.getByRole("listbox")).toBeVisible()
    await page.keyboard.press("ArrowDown")
  },
  "products-one": async ({ page }) => {
    await alterList(page, (list) => list.slice(0, 1))
    await followTo(page, "/products")
  },
  "products-four-hundred": async ({ page }) => {
    await alterList(page, (list) => manyOf(list, 400))
    await followTo(page, "/products")
  },
  "products-long-names": async ({ page }) => {
    await alterList(page, (list) =>
      list.map((product, index) => ({
        ...product,
        ...(index % 3 === 0 ? { name: LONG_NAME, badge: "New this very season" } : {}),
        ...(index % 3 === 1 ? { image: null } : {}),
        ...(index % 3 === 2 ? { stock: 0, description: "Sweet." } : {}),
      })),
    )
    await followTo(page, "/products")
  },
  "products-loading": async ({ page }) => {
    await page.route(LISTS, () => new Promise(() => undefined))
    await followTo(page, "/products")
  },
  "products-failing": async ({ page }) => {
    await page.route(LISTS, (route) => route.abort())
    await followTo(page, "/products")
  },
  product: ({ page, product }) => page.goto(`/product/${product.slug}`),
  "product-sold-out": async (screen) => {
    await alterProduct(screen.page, screen.product.slug, { stock: 0 })
    await followToProduct(screen)
  },
  "product-long-name": async (screen) => {
    await alterProduct(screen.page, screen.product.slug, {
      name: LONG_NAME,
      image: null,
      stock: 3,
      badge: "New this very season",
    })
    await followToProduct(screen)
  },
  "product-not-found": at("/product/moon-cheese"),
  "cart-empty": async ({ page }) => {
    await page.goto("/products")
    await hydrated(page)
    await openCart(page)
  },
  cart: async ({ page, shop }) => {
    await haveCart(page, shop, [2, 1, 3])
    await page.goto("/products")
    await hydrated(page)
    await openCart(page)
  },
  "cart-ninety-nine": async ({ page, shop }) => {
    await haveCart(page, shop, [60, 30, 1, 2, 3, 8, 12])
    await page.goto("/products")
    await hydrated(page)
    await openCart(page)
  },
  toast: async ({ page, product }) => {
    await page.goto("/products")
    await hydrated(page)
    await addFromCard(page, product.name)
  },
  menu: async ({ page, category }) => {
    await page.goto(`/products/category/${category}`)
    await hydrated(page)
    const toggle = page.getByRole("button", { name: "Open menu" })
    if (await toggle.isVisible()) await toggle.click()
  },
  "sign-in": async ({ page }) => {
    await page.goto("/products")
    await hydrated(page)
    await page.evaluate("window.openSignInModal()")
    await expect(page.getByRole("dialog", { name: "Sign In" })).toBeVisible()
  },
  checkout,
  "checkout-errors": async (screen) => {
    await checkout(screen)
    await fillIn(screen.page, { ...aLondoner(), email: "ada@", postcode: "N0T A C0DE", phone: "020" })
    await screen.page.getByRole("button", { name: "Complete Order" }).click()
  },
  "checkout-card": async (screen) => {
    await checkout(screen)
    await fillIn(screen.page, aLondoner())
    await screen.page.getByRole("radio", { name: "Card" }).check()
  },
  "checkout-empty": at("/checkout"),
  "payment-waiting": order({}),
  "payment-lightning": order({ bitcoin: withLightning(25_00n) }),
  "payment-underpaid": order({
    bitcoin: { state: "underpaid", receivedSats: "30000", remainingSats: "11250" },
  }),
  "payment-seen": order({ bitcoin: { state: "seen" } }),
  "payment-confirming": order({ bitcoin: { state: "confirming", confirmations: 1 } }),
  "payment-expired": order({ bitcoin: { state: "expired" } }),
  "payment-review": order({ bitcoin: { state: "review" } }),
  success: order({ bitcoin: { state: "confirmed", confirmations: 2 }, status: "paid" }),
  "success-claimed": order({}, "&view=success"),
  "success-card": order({ bitcoin: null }),
  account: ({ page, shop }) => openAccountMenu(page, shop, "My Account"),
  "account-menu": ({ page, shop }) => openAccountMenu(page, shop),
  orders: ({ page, shop }) => openAccountMenu(page, shop, "Order History"),
  order: async ({ page, shop }) => {
    await page.goto(await haveFollowedOrder(page, shop))
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible()
  },
  "find-order": at("/orders/find"),
  about: at("/about"),
  faq: async ({ page }) => {
    await page.goto("/faq")
    await page.locator("summary").first().click()
  },
  contact: at("/contact"),
  "contact-errors": async ({ page }) => {
    await page.goto("/contact")
    await hydrated(page)
    await page.getByRole("button", { name: "Send Message" }).click()
  },
  "contact-sent": async ({ page }) => {
    await page.route(/\/api\/contact$/, (route) =>
      route.fulfill({ status: 201, json: { id: "msg_1", receivedAt: new Date().toISOString() } }),
    )
    await page.goto("/contact")
    await hydrated(page)
    await page.getByLabel("Name").fill("Ada Lovelace")
    await page.getByLabel("Email").fill("ada@example.com")
    await page.getByLabel("Subject").fill("A present")
    await page.getByLabel("Message", { exact: true }).fill("Does it come in other sizes?")
    await page.getByRole("checkbox").check()
    await page.getByRole("button", { name: "Send Message" }).click()
    await expect(page.getByText("Message Received")).toBeVisible()
  },
  "not-found": at("/no-such-page"),
} as const satisfies Record<string, Show>

export type PictureName = keyof typeof PICTURES

export const isPictureName = (name: string): name is PictureName => Object.hasOwn(PICTURES, name)
