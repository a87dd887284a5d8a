import { categorySchema } from "@shop/contracts"
import type { FastifyInstance } from "fastify"
import * as z from "zod/mini"
import { request } from "../src/api/request"
import { categoryPath, productPath } from "../src/lib/links"
import { POLICIES, policyPath } from "../src/lib/policies"
import { FreshCache } from "./fresh-cache"
import { readFeedParts } from "./product-feed/product-feed"
import { escapeXml } from "./xml"

const categoriesSchema = z.array(z.pick(categorySchema, { slug: true }))

const PAGES = [
  "/",
  "/products",
  "/about",
  "/faq",
  "/contact",
  ...POLICIES.map(({ slug }) => policyPath(slug)),
]
/** The protocol's limit per file (sitemaps.org). */
const MAX_URLS_PER_FILE = 50_000
const MINUTE_MS = 60_000
/** Search engines visit a few times a day, so an hour-old map is good enough. */
const FRESH_MS = 10 * MINUTE_MS
const STALE_MS = 60 * MINUTE_MS

interface SitemapOptions {
  publicUrl: string
  maxUrlsPerFile?: number
}

export function registerSitemap(
  app: FastifyInstance,
  { publicUrl, maxUrlsPerFile = MAX_URLS_PER_FILE }: SitemapOptions,
): void {
  const maps = new FreshCache<readonly string[]>({
    name: "sitemap",
    max: 1,
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    instead: (_key, previous, failure) => {
      app.log.warn({ err: failure }, "the sitemap could not be rebuilt; served the previous one")
      return previous
    },
    load: async () => {
      return inFiles(await readPlaces(publicUrl), maxUrlsPerFile, publicUrl)
    },
  })

  app.get<{ Params: { part: string } }>("/sitemap:part(|-\\d{1,4}).xml", async ({ params }, reply) => {
    const files = await maps.get("all")
    const file = files[Number(params.part.slice(1))]
    if (file === undefined) return reply.code(404).type("text/plain").send("There is no such sitemap.")
    return reply.header("cache-control", "public, max-age=600").type("application/xml").send(file)
  })

  app.get("/robots.txt", (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=3600")
      .type("text/plain; charset=utf-8")
      .send(robots(publicUrl)),
  )

  app.get("/.well-known/security.txt", (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=3600")
      .type("text/plain; charset=utf-8")
      .send(securityContact(publicUrl, new Date())),
  )
}

interface Place {
  address: string
  /** When its content last changed, as an ISO time; only products know it. */
  changedAt?: string
}

async function readPlaces(publicUrl: string): Promise<Place[]> {
  const [products, categories] = await Promise.all([
    readProducts(),
    request("/api/categories", categoriesSchema),
  ])
  const placeOf = (path: string): Place => ({ address: new URL(path, publicUrl).href })
  return [
    ...PAGES.map(placeOf),
    ...categories.map(({ slug }) => placeOf(categoryPath(slug))),
    ...[...products].map(([slug, changedAt]) => ({
      ...placeOf(productPath(slug)),
      changedAt,
    })),
  ]
}

async function readProducts(): Promise<ReadonlyMap<string, string>> {
  const products = new Map<string, string>()
  for await (const items of readFeedParts())
    for (const { slug, changedAt } of items) products.set(slug, changedAt)
  return products
}

/** The first file is `/sitemap.xml`: an index when there are too many addresses for one. */
function inFiles(places: readonly Place[], most: number, publicUrl: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < places.length; from += most)
    parts.push(listOf("urlset", "url", places.slice(from, from + most)))
  if (parts.length === 1) return parts
  const files = parts.map((_part, index) => ({
    address: new URL(`/sitemap-${index + 1}.xml`, publicUrl).href,
  }))
  return [listOf("sitemapindex", "sitemap", files), ...parts]
}

const listOf = (list: "urlset" | "sitemapindex", item: "url" | "sitemap", places: readonly Place[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...places.map(
      ({ address, changedAt }) =>
        `<${item}><loc>${escapeXml(address)}</loc>${changedAt ? `<lastmod>${changedAt}</lastmod>` : ""}</${item}>`,
    ),
    `</${list}>`,
    "",
  ].join("\n")

/** The file is generated for each request; RFC 9116 advises less than a year. */
const SECURITY_CONTACT_DAYS = 180
const DAY_MS = 24 * 60 * MINUTE_MS

const securityContact = (publicUrl: string, now: Date) => `Contact: ${new URL("/contact", publicUrl).href}
Expires: ${new Date(now.getTime() + SECURITY_CONTACT_DAYS * DAY_MS).toISOString()}
Preferred-Languages: en
Canonical: ${new URL("/.well-known/security.txt", publicUrl).href}
`

/** Search results are not disallowed: a crawler has to read a page to see its `noindex`. */
const robots = (publicUrl: string) => `User-agent: *
Disallow: /api/
Disallow: /checkout
Disallow: /account
Disallow: /orders

Sitemap: ${new URL("/sitemap.xml", publicUrl).href}
`
