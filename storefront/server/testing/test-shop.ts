import type { Category, Product, BusinessDetails } from "@shop/contracts"
import type { FeedItem } from "@shop/contracts/product-feed"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Writable } from "node:stream"
import { createElement } from "react"
import { onTestFinished, vi } from "vitest"
import { render } from "../../src/app/entry-server"
import { createApp } from "../app"
import { parseEnvironment } from "../environment"
import { inlineText } from "../assets"

export const CATEGORY: Category = {
  id: "pcat_1",
  name: "Honey",
  slug: "honey",
  description: "From one place each.",
  image: null,
}
export const PRODUCT: Product = {
  id: "prod_1",
  name: "Heather </script><b>Honey",
  slug: "heather-honey",
  description: "Dark & thick.",
  image: "/static/heather-honey.svg",
  price: "12.95",
  weight: "340 g",
  badge: "Best Seller",
  stock: 5,
  featured: true,
  categoryId: "pcat_1",
}
export const FEED_ITEM: FeedItem = {
  id: "variant_1",
  productId: "prod_1",
  name: "Heather Honey",
  size: null,
  slug: "heather-honey",
  description: "Dark & thick.",
  images: ["/static/1-heather-honey.jpg"],
  price: "12.95",
  originalPrice: null,
  isInStock: true,
  isFood: true,
  maker: null,
  category: { name: "Honey", slug: "honey" },
  googleCategory: null,
  barcodes: [],
  mpn: null,
  netQuantity: { value: 340, unit: "g" },
  parcelGrams: 520,
  changedAt: "2026-01-05T12:00:00.000Z",
}
export const BUSINESS_DETAILS: BusinessDetails = {
  name: "Bramble & Comb",
  legalName: "Bramble & Comb Ltd (demo)",
  address: "1 Demo Yard, London E1 6AN (demo)",
  email: "hello@bramble-and-comb.example",
  phone: "020 7946 0123",
  companyNumber: "00000000 (demo)",
  registeredIn: "England and Wales",
  vatNumber: null,
  hours: [{ days: "Mon-Fri", hours: "9am-5pm" }],
  social: [{ network: "instagram", url: "https://www.instagram.com/" }],
  periods: { quoteMinutes: 60, messagesKeptDays: 365 },
  cards: { processor: null, minutesToPay: 5760, least: "0.01" },
  demo: true,
}
const ANSWERS: Record<string, unknown> = {
  "/api/products": [PRODUCT],
  "/api/product-feed": { items: [FEED_ITEM], next: null },
  "/api/products?limit=32": [PRODUCT],
  "/api/products?search=heather&limit=32": [PRODUCT],
  "/api/products?search=nothing&limit=32": [],
  "/api/products?category=honey&limit=32": [PRODUCT],
  "/api/products/featured": [PRODUCT],
  "/api/products/heather-honey": PRODUCT,
  "/api/categories": [CATEGORY],
  "/api/categories/honey": CATEGORY,
  "/api/categories/pcat_1": CATEGORY,
  "/api/categories/pcat_1/products?limit=12": [PRODUCT],
  "/api/shop": BUSINESS_DETAILS,
  "/api/shipping-options": [
    { id: "standard", label: "Standard First Class Untracked Delivery (Free)", price: "0.00" },
  ],
  "/api/bitcoin/rate": {
    currency: "GBP",
    rate: "40000",
    source: "fixed",
    asOf: "2026-01-05T12:00:00.000Z",
    least: "0.12",
  },
}

interface ShopOptions {
  /** The backend cannot be reached. */
  isBackendAway?: boolean
  /** More answers of the backend by path and query: JSON values or whole responses. They override those above. */
  answers?: Record<string, unknown>
  /** Receives the log's lines; without it nothing is logged. */
  logStream?: Writable
  settings?: Record<string, string>
}

/** The styles and the first script in every page, in place of the build's. */
const STYLES = inlineText("body{margin:0}")
const START = inlineText("void 0")

/** The whole server with a backend that answers from a table or not at all. It stops with the test. */
export async function testShop({
  isBackendAway = false,
  answers = {},
  logStream,
  settings,
}: ShopOptions = {}) {
  const table: Record<string, unknown> = { ...ANSWERS, ...answers }
  const fetchFrom = vi.fn<typeof fetch>((input) => {
    if (isBackendAway) return Promise.reject(new TypeError("fetch failed"))
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const answer = table[pathname + search]
    if (answer instanceof Response) return Promise.resolve(answer.clone())
    return Promise.resolve(answer ? Response.json(answer) : Response.json({}, { status: 404 }))
  })
  const pictures = await mkdtemp(join(tmpdir(), "shop-"))
  const environment = parseEnvironment({
    NODE_ENV: "test",
    STOREFRONT_LOG_LEVEL: logStream === undefined ? "silent" : "info",
    STOREFRONT_PICTURES_DIR: pictures,
    PUBLIC_URL: "https://shop.example",
    ...settings,
  })
  const app = await createApp({
    environment,
    render,
    assetsOf: () => ({
      tags: [
        createElement("style", { key: "style" }, STYLES.text),
        createElement("script", { key: "script" }, START.text),
      ],
      hashes: { style: STYLES.hash, script: START.hash },
    }),
    clientFolder: null,
    fetchFrom,
    ...(logStream && { logStream }),
  })
  onTestFinished(async () => {
    await app.close()
    await rm(pictures, { recursive: true, force: true })
  })
  return { app, fetchFrom }
}
