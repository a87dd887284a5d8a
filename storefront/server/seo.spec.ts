import { expect, test } from "vitest"
import * as z from "zod"
import { testShop, BUSINESS_DETAILS, CATEGORY, FEED_ITEM, PRODUCT } from "./testing/test-shop"

const address = z.url({ protocol: /^https$/, hostname: /^shop\.example$/ })

const days = z.strictObject({
  "@type": z.literal("QuantitativeValue"),
  minValue: z.int().min(0),
  maxValue: z.int().min(1),
  unitCode: z.literal("DAY"),
})
const shippingDetails = z.strictObject({
  "@type": z.literal("OfferShippingDetails"),
  shippingRate: z.strictObject({
    "@type": z.literal("MonetaryAmount"),
    value: z.string().regex(/^\d+\.\d{2}$/),
    currency: z.literal("GBP"),
  }),
  shippingDestination: z.strictObject({
    "@type": z.literal("DefinedRegion"),
    addressCountry: z.literal("GB"),
  }),
  deliveryTime: z.strictObject({ "@type": z.literal("ShippingDeliveryTime"), transitTime: days }),
})
const returnPolicy = z.strictObject({
  "@type": z.literal("MerchantReturnPolicy"),
  applicableCountry: z.literal("GB"),
  returnPolicyCategory: z.literal("https://schema.org/MerchantReturnFiniteReturnWindow"),
  merchantReturnDays: z.literal(14),
  returnMethod: z.literal("https://schema.org/ReturnByMail"),
  returnFees: z.literal("https://schema.org/ReturnFeesCustomerResponsibility"),
  merchantReturnLink: z.literal("https://shop.example/policies/returns"),
})
const quantity = {
  "@type": z.literal("QuantitativeValue"),
  value: z.number().positive(),
  unitCode: z.string(),
}
const unitPrice = z.strictObject({
  "@type": z.literal("UnitPriceSpecification"),
  price: z.string().regex(/^\d+\.\d{2}$/),
  priceCurrency: z.literal("GBP"),
  referenceQuantity: z.strictObject({ ...quantity, valueReference: z.strictObject(quantity) }),
})

/** What search engines need of each item; anything else in it would be a mistake. */
const product = z.strictObject({
  "@type": z.literal("Product"),
  "@id": address,
  name: z.string().min(1),
  description: z.string().min(1),
  sku: z.string().min(1),
  url: address,
  image: z.array(address).min(1),
  brand: z.strictObject({ "@type": z.literal("Brand"), name: z.string().min(1) }),
  category: z.string().optional(),
  offers: z.strictObject({
    "@type": z.literal("Offer"),
    url: address,
    price: z.string().regex(/^\d+\.\d{2}$/),
    priceCurrency: z.literal("GBP"),
    availability: z.enum(["https://schema.org/InStock", "https://schema.org/OutOfStock"]),
    itemCondition: z.literal("https://schema.org/NewCondition"),
    areaServed: z.literal("GB"),
    seller: z.strictObject({ "@id": address }),
    shippingDetails: z.array(shippingDetails).min(1),
    hasMerchantReturnPolicy: returnPolicy,
    priceSpecification: unitPrice.optional(),
  }),
})
const breadcrumb = z.strictObject({
  "@type": z.literal("BreadcrumbList"),
  itemListElement: z
    .array(
      z.strictObject({
        "@type": z.literal("ListItem"),
        position: z.int().min(1),
        name: z.string().min(1),
        item: address,
      }),
    )
    .min(2),
})
const shop = z.strictObject({
  "@type": z.literal("OnlineStore"),
  "@id": address,
  name: z.string().min(1),
  url: address,
  logo: address,
  legalName: z.string().min(1).optional(),
  address: z.string().min(1).optional(),
  email: z.string().min(1).optional(),
  telephone: z.string().min(1).optional(),
  vatID: z.string().min(1).optional(),
  sameAs: z.array(z.url({ protocol: /^https$/ })).optional(),
})
const website = z.strictObject({
  "@type": z.literal("WebSite"),
  name: z.string().min(1),
  url: address,
  inLanguage: z.literal("en-GB"),
  publisher: z.strictObject({ "@id": address }),
  potentialAction: z.strictObject({
    "@type": z.literal("SearchAction"),
    target: z.strictObject({
      "@type": z.literal("EntryPoint"),
      urlTemplate: z.string().regex(/^https:\/\/shop\.example\/products\?search=\{search_term_string\}$/),
    }),
    "query-input": z.literal("required name=search_term_string"),
  }),
})
const faq = z.strictObject({
  "@type": z.literal("FAQPage"),
  mainEntity: z
    .array(
      z.strictObject({
        "@type": z.literal("Question"),
        name: z.string().endsWith("?"),
        acceptedAnswer: z.strictObject({ "@type": z.literal("Answer"), text: z.string().min(20) }),
      }),
    )
    .min(10),
})
const graph = z.strictObject({
  "@context": z.literal("https://schema.org"),
  "@graph": z.array(z.discriminatedUnion("@type", [product, breadcrumb, shop, website, faq])),
})

type Shop = Awaited<ReturnType<typeof testShop>>

async function structuredDataOn({ app }: Shop, path: string) {
  const { body } = await app.inject(path)
  const data = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(body)?.[1]
  return data === undefined ? [] : graph.parse(JSON.parse(data))["@graph"]
}

async function headOf({ app }: Shop, path: string) {
  const { body } = await app.inject(path)
  const [head = ""] = body.split("</head>")
  return {
    canonical: /<link rel="canonical" href="([^"]+)"/.exec(head)?.[1],
    robots: /<meta name="robots" content="([^"]+)"/.exec(head)?.[1],
    meta: (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1],
  }
}

test.each([
  ["/", ["OnlineStore", "WebSite"]],
  ["/product/heather-honey", ["Product", "BreadcrumbList"]],
  ["/products/category/honey", ["BreadcrumbList"]],
  ["/faq", ["FAQPage"]],
  ["/product/none", []],
  ["/checkout", []],
])("%s has structured data for %j", async (path, types) => {
  expect((await structuredDataOn(await testShop(), path)).map((item) => item["@type"])).toEqual(types)
})

test("a product's structured data has its price, availability and a share picture", async () => {
  const [item] = await structuredDataOn(await testShop(), "/product/heather-honey")
  expect(item).toMatchObject({
    name: PRODUCT.name,
    category: CATEGORY.name,
    image: [
      "https://shop.example/pictures/v1/share/heather-honey.svg",
      "https://shop.example/static/heather-honey.svg",
    ],
    offers: { price: "12.95", availability: "https://schema.org/InStock" },
  })
  const images = ["/static/heather-honey.svg", "/static/serving.jpg"].map((src) => ({ src, alt: null }))
  const pictured = await testShop({ answers: { "/api/products/heather-honey": { ...PRODUCT, images } } })
  expect((await structuredDataOn(pictured, "/product/heather-honey"))[0]).toMatchObject({
    image: [
      "https://shop.example/pictures/v1/share/heather-honey.svg",
      "https://shop.example/static/heather-honey.svg",
      "https://shop.example/static/serving.jpg",
    ],
  })
  const soldOut = await testShop({ answers: { "/api/products/heather-honey": { ...PRODUCT, stock: 0 } } })
  expect((await structuredDataOn(soldOut, "/product/heather-honey"))[0]).toMatchObject({
    offers: { availability: "https://schema.org/OutOfStock" },
  })
})

test("a product's structured data has its deliveries, the return policy and the quantity of its price", async () => {
  const product = { ...PRODUCT, netQuantity: { value: 340, unit: "g" } }
  const shop = await testShop({ answers: { "/api/products/heather-honey": product } })
  const [item] = await structuredDataOn(shop, "/product/heather-honey")
  expect(item).toMatchObject({
    brand: { name: "Bramble & Comb" },
    offers: {
      shippingDetails: [
        { shippingRate: { value: "0.00" }, deliveryTime: { transitTime: { minValue: 2, maxValue: 3 } } },
      ],
      hasMerchantReturnPolicy: { merchantReturnDays: 14 },
      priceSpecification: {
        price: "12.95",
        referenceQuantity: { value: 340, unitCode: "GRM", valueReference: { value: 1, unitCode: "KGM" } },
      },
    },
  })
})

test("demo business details are not in the structured data", async () => {
  const shop = await testShop()
  expect(JSON.stringify(await structuredDataOn(shop, "/"))).not.toContain("(demo)")
  expect((await shop.app.inject("/")).body.split("</head>")[0]).not.toContain("(demo)")
})

test("a product's breadcrumb contains its category", async () => {
  const data = await structuredDataOn(await testShop(), "/product/heather-honey")
  const way = z.object({ itemListElement: z.array(z.object({ item: z.string() })) }).parse(data[1])
  expect(way.itemListElement.map(({ item }) => item)).toEqual([
    "https://shop.example/",
    "https://shop.example/products",
    "https://shop.example/products/category/honey",
    "https://shop.example/product/heather-honey",
  ])
})

test.each([
  ["/products/category/honey"],
  ["/Products/Category/HONEY"],
  ["/products/category/honey/"],
  ["/products/category/honey?sort=name&utm_source=letter"],
])("%s has one canonical address", async (path) => {
  const shop = await testShop()
  expect((await shop.app.inject(path)).statusCode).toBe(200)
  const { canonical, robots } = await headOf(shop, path)
  expect(canonical).toBe("https://shop.example/products/category/honey")
  expect(robots).toBeUndefined()
})

test.each([
  "/products?search=heather",
  "/checkout",
  "/product/none",
  "/products/category/none",
  "/no/such/page",
])("%s is not indexed", async (path) => {
  const { canonical, robots } = await headOf(await testShop(), path)
  expect([canonical, robots]).toEqual([undefined, "noindex"])
})

test("a product's share card has its own picture, any other page the shop's", async () => {
  const shop = await testShop()
  const { meta } = await headOf(shop, "/product/heather-honey")
  expect(meta("og:type")).toBe("product")
  expect(meta("og:image")).toBe("https://shop.example/pictures/v1/share/heather-honey.svg")
  expect([meta("og:image:width"), meta("og:image:height")]).toEqual(["1200", "630"])
  expect(meta("twitter:card")).toBe("summary_large_image")
  expect((await headOf(shop, "/faq")).meta("og:image")).toBe("https://shop.example/art/social.png")
})

test("the sitemap lists every public page once", async () => {
  const { app } = await testShop({
    answers: {
      "/api/product-feed": { items: [FEED_ITEM, { ...FEED_ITEM, slug: "mead-&-more" }], next: null },
    },
  })
  const { body, headers } = await app.inject("/sitemap.xml")
  expect(headers["content-type"]).toContain("application/xml")
  expect([...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1])).toEqual([
    "https://shop.example/",
    "https://shop.example/products",
    "https://shop.example/about",
    "https://shop.example/faq",
    "https://shop.example/contact",
    "https://shop.example/policies/shipping",
    "https://shop.example/policies/returns",
    "https://shop.example/policies/privacy",
    "https://shop.example/policies/terms",
    "https://shop.example/policies/bitcoin",
    "https://shop.example/products/category/honey",
    "https://shop.example/product/heather-honey",
    "https://shop.example/product/mead-%26-more",
  ])
  expect((await app.inject("/sitemap-1.xml")).statusCode).toBe(404)
})

test("the sitemap says when each product changed; a product with two sizes is there once", async () => {
  const items = [FEED_ITEM, { ...FEED_ITEM, id: "variant_2", size: "1.4 kg" }]
  const { app } = await testShop({ answers: { "/api/product-feed": { items, next: null } } })
  const { body } = await app.inject("/sitemap.xml")
  expect(body.match(/<lastmod>/g)).toHaveLength(1)
  expect(body).toContain(
    "<loc>https://shop.example/product/heather-honey</loc><lastmod>2026-01-05T12:00:00.000Z</lastmod>",
  )
})

test("security.txt says where to report a vulnerability, and is never expired", async () => {
  const { app } = await testShop()
  const { body, headers } = await app.inject("/.well-known/security.txt")
  expect(headers["content-type"]).toContain("text/plain")
  expect(body).toContain("Contact: https://shop.example/contact\n")
  expect(body).toContain("Canonical: https://shop.example/.well-known/security.txt\n")
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(body)?.[1] ?? "")
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + 365 * 24 * 60 * 60 * 1000)
})

test("more than fifty thousand pages become an index with parts", async () => {
  const many = Array.from({ length: 100_100 }, (_, index) => ({
    ...FEED_ITEM,
    slug: `honey-${index}`,
  }))
  const { app } = await testShop({ answers: { "/api/product-feed": { items: many, next: null } } })
  const index = (await app.inject("/sitemap.xml")).body
  expect(index).toContain("<sitemapindex")
  const parts = [...index.matchAll(/<loc>https:\/\/shop\.example([^<]*)<\/loc>/g)].map(
    (match) => match[1] ?? "",
  )
  expect(parts).toEqual(["/sitemap-1.xml", "/sitemap-2.xml", "/sitemap-3.xml"])
  const lengths = await Promise.all(
    parts.map(async (part) => (await app.inject(part)).body.match(/<loc>/g)?.length ?? 0),
  )
  expect(lengths).toEqual([50_000, 50_000, 111])
  expect((await app.inject("/sitemap-4.xml")).statusCode).toBe(404)
})

test("robots.txt names the sitemap and the private paths", async () => {
  const { body, headers } = await (await testShop()).app.inject("/robots.txt")
  expect(headers["content-type"]).toContain("text/plain")
  expect(body).toContain("Sitemap: https://shop.example/sitemap.xml")
  for (const path of ["/api/", "/checkout", "/account", "/orders"])
    expect(body).toContain(`Disallow: ${path}\n`)
})

test("real business details are in the structured data, with the shop's profiles", async () => {
  const real = { ...BUSINESS_DETAILS, legalName: "Bees Ltd", vatNumber: "GB123456789", demo: false }
  const shop = await structuredDataOn(await testShop({ answers: { "/api/shop": real } }), "/")
  expect(shop[0]).toMatchObject({
    legalName: "Bees Ltd",
    vatID: "GB123456789",
    sameAs: ["https://www.instagram.com/"],
  })
})
