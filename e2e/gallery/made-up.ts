import type { Page } from "@playwright/test"
import {
  type BitcoinPayment,
  type CartItem,
  categorySchema,
  type Order,
  type Product,
  productSchema,
} from "@shop/contracts"
import { z } from "zod"
import { eightDecimals, inPounds, penceIn, satsFor } from "../screens/money"

const products = z.array(productSchema)

/** The product that the pictures show, the demonstration's heather honey or another brand's first, and its category's slug. */
export async function shownGoods(shop: string): Promise<{ product: Product; category: string }> {
  const read = async (path: string): Promise<unknown> => (await fetch(`${shop}/api/${path}`)).json()
  const list = products.parse(await read("products"))
  const product = list.find(({ slug }) => slug === "heather-honey") ?? list[0]
  const categories = z.array(categorySchema).parse(await read("categories"))
  const category = categories.find(({ id }) => id === product?.categoryId)
  if (!product || !category) throw new Error("The shop has no product in a category")
  return { product, category: category.slug }
}

/** Modifies the shop's responses to `path` in this browser, for states that the demo catalogue does not have. */
async function alter<T>(
  page: Page,
  path: RegExp,
  schema: { parse: (answer: unknown) => T },
  change: (answer: T) => T,
): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change(schema.parse(await response.json())) })
  })
}

const LIST = /\/api\/products(\?.*)?$/

/** Modifies the lists of products. */
export const alterList = (page: Page, change: (list: Product[]) => Product[]): Promise<void> =>
  alter(page, LIST, products, change)

/** Modifies one product in the list and on its own page. */
export async function alterProduct(page: Page, slug: string, parts: Partial<Product>): Promise<void> {
  const patch = (product: Product): Product => (product.slug === slug ? { ...product, ...parts } : product)
  await alterList(page, (list) => list.map(patch))
  await alter(page, new RegExp(`/api/products/${slug}$`), productSchema, patch)
}

/** Repeats the products, as in a shop with `count` of them. */
export const manyOf = (list: readonly Product[], count: number): Product[] =>
  Array.from({ length: count }, (_, index) => list[index % list.length])
    .filter((product) => product !== undefined)
    .map((product, index) => ({ ...product, id: `${product.id}-${String(index)}` }))

/** Gives this browser a cart with these lines. */
export async function haveCart(page: Page, shop: string, quantities: readonly number[]): Promise<void> {
  const list = products.parse(await (await fetch(`${shop}/api/products`)).json())
  const lines = quantities.flatMap((quantity, index): CartItem[] => {
    const product = list[index]
    return product ? [{ id: `cali_${String(index).padStart(26, "0")}`, quantity, product }] : []
  })
  await page.addInitScript(() => localStorage.setItem("cart-id", "cart_galleryGalleryGalleryGal0"))
  await page.route(/\/api\/cart\/cart_/, (route) => route.fulfill({ json: lines }))
}

const pence = (price: string): bigint => penceIn(`£${price}`)
const pounds = (amount: bigint): string => inPounds(amount).slice(1)

const MINUTE_MS = 60_000

/** As long as the invoice of a private channel. */
const BOLT11 = `lnbcrt670u1${"qpzry9x8gf2tvdw0s3jn54khce6mua7l".repeat(13).slice(0, 400)}`

/** A quote that can be paid by Lightning too. */
export function withLightning(pence: bigint) {
  const { address, amountBtc, uri, expiresAt } = payment(pence)
  const unifiedUri = `bitcoin:${address.toUpperCase()}?amount=${amountBtc}&lightning=${BOLT11.toUpperCase()}`
  return { lightning: { invoice: BOLT11, unifiedUri, link: `${uri}&lightning=${BOLT11}`, expiresAt } }
}

const payment = (pence: bigint): BitcoinPayment => ({
  address: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
  price: pounds(pence),
  amountSats: String(satsFor(pence)),
  amountBtc: eightDecimals(satsFor(pence)),
  rate: "40000.00",
  uri: `bitcoin:bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080?amount=${eightDecimals(satsFor(pence))}&label=Bramble%20%26%20Comb`,
  expiresAt: new Date(Date.now() + 27 * MINUTE_MS).toISOString(),
  payableUntil: new Date(Date.now() + 27 * MINUTE_MS).toISOString(),
  state: "awaiting_payment",
  receivedSats: "0",
  remainingSats: String(satsFor(pence)),
  surplusSats: "0",
  confirmations: 0,
  requiredConfirmations: 2,
  isPaidByLightning: false,
  lightning: null,
})

interface Stage {
  bitcoin?: Partial<BitcoinPayment> | null
  status?: Order["status"]
}

/** A made-up order at any stage of its payment. */
export async function madeUpOrder(shop: string, stage: Stage): Promise<Order> {
  const list = products.parse(await (await fetch(`${shop}/api/products`)).json())
  const items = list.slice(0, 3).map(({ id, name, weight, image, price }, index) => {
    const quantity = index === 0 ? 2 : 1
    return {
      id,
      name,
      weight,
      image,
      price,
      quantity,
      total: pounds(pence(price) * BigInt(quantity)),
      returned: 0,
    }
  })
  const total = items.reduce((sum, item) => sum + pence(item.total), 0n)
  const bitcoin = stage.bitcoin === null ? null : { ...payment(total), ...stage.bitcoin }
  return {
    id: "order_gallery",
    number: 1042,
    paymentMethod: bitcoin ? "bitcoin" : "card",
    status: stage.status ?? "awaiting_payment",
    total: pounds(total),
    bitcoinAddress: bitcoin?.address ?? null,
    bitcoin,
    cardPayment: null,
    createdAt: new Date().toISOString(),
    subtotal: pounds(total),
    discount: null,
    shippingCost: "0.00",
    refunded: null,
    isPartlySent: false,
    amountDue: pounds(total),
    amountAwaited: "0.00",
    amountToReturn: "0.00",
    items,
  }
}

/** Makes the shop return such an order. @returns its page's path */
export async function haveOrder(page: Page, shop: string, stage: Stage): Promise<string> {
  const order = await madeUpOrder(shop, stage)
  await page.route(/\/api\/orders\/order_gallery\/events/, (route) => route.abort())
  await page.route(/\/api\/orders\/order_gallery$/, (route) => route.fulfill({ json: order }))
  return "/checkout?order=order_gallery"
}
