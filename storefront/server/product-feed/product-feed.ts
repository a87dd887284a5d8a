import { businessDetailsSchema, shippingOptionSchema } from "@shop/contracts"
import { type FeedItem, feedPageSchema } from "@shop/contracts/product-feed"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import * as z from "zod/mini"
import { request as read } from "../../src/api/request"
import { CompressedText, etagOf, isKnownVersion, sendCompressed } from "../compressed-text"
import { FreshCache } from "../fresh-cache"
import { limitConcurrency } from "../limits"
import { escapeXml } from "../xml"
import { type Attribute, feedEntry, type FeedContext } from "./feed-entry"

/** Every size of every product, in parts of some hundred. A product that is renamed meanwhile may come twice. */
export async function* readFeedParts(): AsyncGenerator<readonly FeedItem[]> {
  let cursor: string | null = ""
  while (cursor !== null) {
    const query: string = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`
    const part: z.infer<typeof feedPageSchema> = await read(`/api/product-feed${query}`, feedPageSchema)
    yield part.items
    cursor = part.next
  }
}

const GOOGLE_FEED_PATH = "/feeds/google.xml"

const MINUTE_MS = 60_000
/** Shopping services read a feed a few times a day and compare its prices with the pages: they wait for a current one. */
const FRESH_MS = 10 * MINUTE_MS
const STALE_MS = 0

interface Feed {
  body: CompressedText
  etag: string
}

interface ProductFeedOptions {
  publicUrl: string
  requestsPerAddress: number
}

/** Serves the products to shopping services, in the format of Google Merchant Center: RSS 2.0 with Google's attributes. */
export async function registerProductFeed(
  app: FastifyInstance,
  { publicUrl, requestsPerAddress }: ProductFeedOptions,
): Promise<void> {
  const feeds = new FreshCache<Feed>({
    name: "product-feed",
    max: 1,
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    instead: (_key, previous, failure) => {
      app.log.warn({ err: failure }, "the product feed could not be rebuilt; served the previous one")
      return previous
    },
    load: async (_key, previous) => {
      const text = await buildFeed(publicUrl)
      const etag = etagOf(text)
      return etag === previous?.etag ? previous : { body: new CompressedText(text), etag }
    },
  })
  await app.register((scope, _options, done) => {
    // The feed of a large catalogue has some megabytes.
    limitConcurrency(scope, requestsPerAddress)
    scope.get(GOOGLE_FEED_PATH, (request, reply) => answer(request, reply, feeds))
    done()
  })
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  feeds: FreshCache<Feed>,
): Promise<FastifyReply> {
  let feed: Feed
  try {
    feed = await feeds.get("google")
  } catch (failure) {
    request.log.error({ err: failure }, "the product feed could not be built")
    return reply
      .code(503)
      .header("retry-after", "60")
      .type("text/plain; charset=utf-8")
      .send("The product feed is not available just now.")
  }
  void reply
    .header("cache-control", "public, max-age=600")
    .header("vary", "accept-encoding")
    .header("etag", feed.etag)
  if (isKnownVersion(request.headers["if-none-match"], feed.etag)) return reply.code(304).send()
  return sendCompressed(request, reply.type("application/xml; charset=utf-8"), feed.body)
}

async function buildFeed(publicUrl: string): Promise<string> {
  const [{ name }, shipping] = await Promise.all([
    read("/api/shop", businessDetailsSchema),
    read("/api/shipping-options", z.array(shippingOptionSchema)),
  ])
  const context: FeedContext = { publicUrl, shopName: name, shipping }
  const entries = new Map<string, string>()
  // Each part becomes text before the next is read, so that other requests are answered in between.
  for await (const items of readFeedParts())
    for (const item of items) {
      const attributes = feedEntry(item, context)
      if (attributes) entries.set(item.id, `<item>${attributes.map(elementOf).join("")}</item>`)
    }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">',
    "<channel>",
    `<title>${escapeXml(name)}</title>`,
    `<link>${escapeXml(new URL("/", publicUrl).href)}</link>`,
    `<description>The products of ${escapeXml(name)}</description>`,
    ...entries.values(),
    "</channel>",
    "</rss>",
    "",
  ].join("\n")
}

const elementOf = ([name, value]: Attribute): string =>
  `<g:${name}>${typeof value === "string" ? escapeXml(value) : value.map(elementOf).join("")}</g:${name}>`
