import { expect, test } from "vitest"
import * as z from "zod"
import { testShop } from "./testing/test-shop"

const breadcrumbSchema = z.object({
  "@type": z.literal("BreadcrumbList"),
  itemListElement: z.array(z.object({ name: z.string(), item: z.string() })),
})
const graphSchema = z.object({ "@graph": z.array(z.looseObject({ "@type": z.string() })) })

type Shop = Awaited<ReturnType<typeof testShop>>

async function readSitemap({ app }: Shop): Promise<string[]> {
  const { body } = await app.inject("/sitemap.xml")
  return [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = ""]) => address)
}

/** The addresses of the breadcrumb that search engines read; null without one. */
function breadcrumbDataIn(html: string): string[] | null {
  const [, text] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html) ?? []
  const items = text === undefined ? [] : graphSchema.parse(JSON.parse(text))["@graph"]
  const found = items.find((item) => item["@type"] === "BreadcrumbList")
  return found ? breadcrumbSchema.parse(found).itemListElement.map(({ item }) => item) : null
}

/** The addresses of the breadcrumb that people see, and the page itself; null without one. */
function shownBreadcrumbIn(html: string, page: string): string[] | null {
  const [, nav] = /<nav aria-label="Breadcrumb"[^>]*>(.*?)<\/nav>/s.exec(html) ?? []
  if (nav === undefined) return null
  const steps = [...nav.matchAll(/href="([^"]+)"/g)].map(([, path = ""]) => new URL(path, page).href)
  return [...steps, page]
}

test("every page of the site map has its canonical address, its own share card and an honest breadcrumb", async () => {
  const shop = await testShop()
  const pages = await readSitemap(shop)
  expect(pages.length).toBeGreaterThan(10)
  const titles = new Set<string>()
  const withBreadcrumb: string[] = []
  for (const page of pages) {
    const { body, statusCode } = await shop.app.inject(page)
    const [head = ""] = body.split("</head>")
    const meta = (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1]
    const title = /<title>([^<]*)<\/title>/.exec(head)?.[1] ?? ""
    titles.add(title)
    expect(statusCode, page).toBe(200)
    expect(
      {
        canonicals: [...head.matchAll(/<link rel="canonical" href="([^"]+)"/g)].map(([, address]) => address),
        robots: meta("robots"),
        address: meta("og:url"),
        title: meta("og:title"),
        description: meta("og:description"),
        site: meta("og:site_name"),
        card: meta("twitter:card"),
      },
      page,
    ).toEqual({
      canonicals: [page],
      robots: undefined,
      address: page,
      title,
      description: meta("description"),
      site: "Bramble &amp; Comb",
      card: "summary_large_image",
    })
    expect(meta("description")?.length, page).toBeGreaterThan(10)
    expect(meta("og:type"), page).toMatch(/^(?:website|product)$/)
    expect(meta("og:image"), page).toMatch(/^https:\/\/shop\.example\/\S+$/)
    expect(breadcrumbDataIn(body), page).toEqual(shownBreadcrumbIn(body, page))
    if (breadcrumbDataIn(body)) withBreadcrumb.push(new URL(page).pathname)
  }
  expect(titles.size).toBe(pages.length)
  expect(withBreadcrumb).toEqual(["/products/category/honey", "/product/heather-honey"])
})
