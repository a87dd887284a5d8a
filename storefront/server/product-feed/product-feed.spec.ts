import type { FeedItem } from "@shop/contracts/product-feed"
import { brotliDecompressSync } from "node:zlib"
import { expect, test } from "vitest"
import { FEED_ITEM as ITEM, PRODUCT, testShop } from "../testing/test-shop"
import { type FeedEntry, parseFeed } from "../testing/merchant-rules"

const SHIPPING = [
  { id: "standard", label: "Standard First Class Untracked Delivery (Free)", price: "0.00" },
  { id: "special", label: "Special Delivery (Tracked)", price: "13.00" },
]

const shopWith = (items: FeedItem[], answers: Record<string, unknown> = {}) =>
  testShop({
    answers: { "/api/product-feed": { items, next: null }, "/api/shipping-options": SHIPPING, ...answers },
  })

async function feedOf(...items: FeedItem[]): Promise<FeedEntry[]> {
  const { app } = await shopWith(items)
  return parseFeed((await app.inject("/feeds/google.xml")).body)
}

async function entryOf(over: Partial<FeedItem>): Promise<FeedEntry | undefined> {
  return (await feedOf({ ...ITEM, ...over }))[0]
}

test("a food has every attribute that Google requires, and its unit price and delivery", async () => {
  expect(await feedOf(ITEM)).toEqual([
    {
      id: "variant_1",
      title: "Heather Honey",
      description: "Dark & thick.",
      link: "https://shop.example/product/heather-honey",
      image_link: "https://shop.example/static/1-heather-honey.jpg",
      additional_image_link: [],
      availability: "in_stock",
      condition: "new",
      price: "12.95 GBP",
      brand: "Bramble & Comb",
      identifier_exists: "no",
      google_product_category: "Food, Beverages & Tobacco > Food Items > Condiments & Sauces > Honey",
      product_type: "Honey",
      unit_pricing_measure: "340g",
      unit_pricing_base_measure: "1kg",
      shipping: [
        { country: "GB", service: "Standard First Class Untracked Delivery (Free)", price: "0.00 GBP" },
        { country: "GB", service: "Special Delivery (Tracked)", price: "13.00 GBP" },
      ],
      shipping_weight: "520 g",
    },
  ])
})

test("a sale has the price without it and the price to pay; a sold-out product says so", async () => {
  expect(await entryOf({ originalPrice: "15.00", isInStock: false })).toMatchObject({
    price: "15.00 GBP",
    sale_price: "12.95 GBP",
    availability: "out_of_stock",
  })
})

test("each size is an entry of one group, and its link opens the page with that size", async () => {
  const [small, large] = await feedOf(
    { ...ITEM, size: "340 g" },
    { ...ITEM, id: "variant_2", size: "1.4 kg", price: "39.00", netQuantity: { value: 1.4, unit: "kg" } },
  )
  expect(small).toMatchObject({ item_group_id: "prod_1", size: "340 g", title: "Heather Honey, 340 g" })
  expect(large).toMatchObject({
    item_group_id: "prod_1",
    link: "https://shop.example/product/heather-honey?size=variant_2",
    unit_pricing_measure: "1.4kg",
    price: "39.00 GBP",
  })
})

test("the page that an entry links opens with the entry's size and price", async () => {
  const size = (id: string, price: string) => ({ id, weight: id, price, stock: 5, unitPrice: null })
  const product = { ...PRODUCT, variants: [size("variant_1", "12.95"), size("variant_2", "39.00")] }
  const item = { ...ITEM, id: "variant_2", size: "1.4 kg", price: "39.00" }
  const { app } = await shopWith([item], { "/api/products/heather-honey": product })
  const [entry] = parseFeed((await app.inject("/feeds/google.xml")).body)
  const { body } = await app.inject(entry?.link ?? "")
  expect(/product-view__price"><strong>([^<]*)/.exec(body)?.[1]).toBe("£39.00")
})

test.each([
  [{ barcodes: ["5012345678900"] }, { gtin: "5012345678900" }],
  [{ barcodes: ["SHELF-7", "5 012345 678900"] }, { gtin: "5012345678900" }],
  [{ barcodes: ["96385074"] }, { gtin: "96385074" }],
  [{ mpn: "HH-340" }, { mpn: "HH-340" }],
  [
    { barcodes: ["036000291452"], mpn: "HH-340" },
    { gtin: "036000291452", mpn: "HH-340" },
  ],
])("what staff entered identifies the product: %j", async (over, expected) => {
  const entry = await entryOf(over)
  expect(entry).toMatchObject(expected)
  expect(entry).not.toHaveProperty("identifier_exists")
})

test.each([
  ["5012345678901"],
  ["2012345678900"],
  ["9900000000004"],
  ["0000000000000"],
  ["12345"],
  ["HH-340"],
])("the bar code %s is not sent: its check digit is wrong, or it is for internal use", async (barcode) => {
  const entry = await entryOf({ barcodes: [barcode] })
  expect(entry).toMatchObject({ identifier_exists: "no" })
  expect(entry).not.toHaveProperty("gtin")
})

test("a maker is the brand of what the shop did not make", async () => {
  expect(await entryOf({ maker: "Moor Bees Ltd" })).toMatchObject({ brand: "Moor Bees Ltd" })
})

test.each([
  [{ category: { name: "Syrups", slug: "syrups" } }, "Food, Beverages & Tobacco > Food Items"],
  [{ category: null, googleCategory: "422" }, "422"],
  [{ category: null, isFood: false }, undefined],
])("Google's category is what staff entered, or follows from ours: %j", async (over, expected) => {
  expect((await entryOf(over))?.google_product_category).toBe(expected)
})

test("pictures are in formats that Google reads, eleven at most; without one, a price or a name a product is left out", async () => {
  const share = "https://shop.example/pictures/v1/share/"
  expect(
    await entryOf({ images: ["/static/a.svg", "/static/b.avif", "https://cdn.example/c.png"] }),
  ).toMatchObject({
    image_link: `${share}a.svg`,
    additional_image_link: [`${share}b.avif`, "https://cdn.example/c.png"],
  })
  const many = Array.from({ length: 30 }, (_, index) => `/static/${index}.webp`)
  expect((await entryOf({ images: many }))?.additional_image_link).toHaveLength(10)
  for (const images of [[], ["https://cdn.example/a.svg"], ["http://"], ["data:image/png;base64,AA"]])
    expect(await entryOf({ images })).toBeUndefined()
  for (const over of [{ price: "0.00" }, { name: " \u0000 " }]) expect(await entryOf(over)).toBeUndefined()
})

test.each([
  ["a script", "</title><script>alert(1)</script>"],
  ["a document type", "]]><!-- & &amp; &#x0; <?xml?> <!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>"],
  ["characters that XML forbids", "\u0000 Honey\u0008\u000B\u001F \uFFFE\uFFFF \uD800 jar \u0001"],
  ["directions and quotes", "\u202Eyenoh\u2066 \u{1F36F} Käse “quoted” 'single' \"double\""],
  ["lines", " Honey\n\tin  two\r\nlines "],
  ["many pictographs", "\u{1F36F}".repeat(3000)],
  ["a long word", "x".repeat(6000)],
])("in every field, %s stays a text that follows the rules", async (_, hostile) => {
  const entry = await entryOf({
    name: hostile,
    size: hostile,
    description: hostile,
    slug: "anna's-<käse>?&#",
    maker: hostile,
    mpn: hostile,
    barcodes: [hostile],
    googleCategory: hostile,
    category: { name: hostile, slug: "hostile" },
  })
  expect(entry?.id).toBe("variant_1")
})

test("an apostrophe and a tag arrive as they were typed", async () => {
  const name = "Anna's <b>best</b> & 'last' honey &amp; ]]> jar"
  expect(await entryOf({ name, description: "" })).toMatchObject({ title: name, description: name })
})

test("ten thousand products are read in parts; one that moved between two parts is listed once", async () => {
  const part = (from: number) =>
    Array.from({ length: 500 }, (_, index) => ({ ...ITEM, id: `variant_${from + index}` }))
  const answers = Object.fromEntries(
    Array.from({ length: 20 }, (_, page) => [
      page === 0 ? "/api/product-feed" : `/api/product-feed?cursor=c${page}`,
      { items: part(page * 499), next: page === 19 ? null : `c${page + 1}` },
    ]),
  )
  const { app } = await shopWith([], answers)
  const { body } = await app.inject("/feeds/google.xml")
  expect(body.match(/<item>/g)).toHaveLength(20 * 499 + 1)
})

test("the feed is compressed, revalidated and built once for many readers", async () => {
  const { app, fetchFrom } = await shopWith([ITEM])
  const first = await app.inject({ url: "/feeds/google.xml", headers: { "accept-encoding": "br" } })
  expect(first.headers).toMatchObject({
    "content-type": "application/xml; charset=utf-8",
    "content-encoding": "br",
    "cache-control": "public, max-age=600",
    vary: "accept-encoding",
  })
  expect(parseFeed(brotliDecompressSync(first.rawPayload).toString())).toHaveLength(1)
  const calls = fetchFrom.mock.calls.length
  const etag = first.headers["etag"] ?? ""
  const again = await app.inject({ url: "/feeds/google.xml", headers: { "if-none-match": etag } })
  expect([again.statusCode, again.body]).toEqual([304, ""])
  expect((await app.inject({ method: "HEAD", url: "/feeds/google.xml" })).statusCode).toBe(200)
  expect(fetchFrom.mock.calls).toHaveLength(calls)
})

test("while the backend is away the feed is unavailable, not empty: Google keeps what it has", async () => {
  const { app } = await testShop({ isBackendAway: true })
  const { statusCode, headers } = await app.inject("/feeds/google.xml")
  expect([statusCode, headers["retry-after"]]).toEqual([503, "60"])
})
