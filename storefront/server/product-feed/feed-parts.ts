import { type FeedItem, feedPageSchema } from "@shop/contracts/product-feed"
import type * as z from "zod/mini"
import { request } from "../../src/api/request"

/** Every size of every product, in parts of some hundred. A product that is renamed meanwhile may come twice. */
export async function* readFeedParts(): AsyncGenerator<readonly FeedItem[]> {
  let cursor: string | null = ""
  while (cursor !== null) {
    const query: string = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`
    const part: z.infer<typeof feedPageSchema> = await request(`/api/product-feed${query}`, feedPageSchema)
    yield part.items
    cursor = part.next
  }
}
