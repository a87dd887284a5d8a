import type { QueryClient } from "@tanstack/react-query"
import * as z from "zod/mini"
import type { PictureSources } from "../lib/picture-address"
import type { Intent } from "../ui/prefetch-link"
import { fetchPage, loadAhead, matchPage } from "./pages"

/** A hand over a long list points at many cards; this many pages at most are got ready at the same time. */
const MAX_CONCURRENT = 3

/** Fetches a page's code, data and main picture ahead of the click, each page once, as far as the line is good for it. */
export function createPrefetch(client: QueryClient): (path: string, intent: Intent) => void {
  const done = new Set<string>()
  let underWay = 0
  return (path, intent) => {
    if (done.has(path)) return
    const mayPrefetchOnHover =
      connectionQuality(Reflect.get(navigator, "connection")) === "hover" && underWay < MAX_CONCURRENT
    if (intent !== "press" && !mayPrefetchOnHover) return
    const url = new URL(path, location.origin)
    const { route, params } = matchPage(url.pathname)
    done.add(path)
    underWay += 1
    fetchPage(route)
      .then(async (page) => {
        await loadAhead(page, { params, url }, client)
        fetchPicture(page.firstPicture?.(params, client))
      })
      .catch(() => done.delete(path)) // The click itself will try again and say what is wrong.
      .finally(() => (underWay -= 1))
  }
}

/** By the very addresses and sizes that the page will ask with, so that the browser picks the same one. */
function fetchPicture(sources: PictureSources | null | undefined): void {
  if (!sources) return
  const image = new Image()
  if (sources.sizes) image.sizes = sources.sizes
  if (sources.srcSet) image.srcset = sources.srcSet
  image.src = sources.src
}

/** A product is what is opened next most often; its page's code is small, and waits for the first sign of life. */
const LIKELY_NEXT_PATH = "/product/next"
const INTERACTION_EVENTS = ["pointermove", "touchstart", "keydown", "scroll"] as const

/** Fetches the code of the page that is likely next, and of the cart's drawer, once a hand is seen; not on a poor line. */
export function prefetchOnFirstInteraction(): void {
  const once = new AbortController()
  const warmUp = () => {
    once.abort()
    if (connectionQuality(Reflect.get(navigator, "connection")) !== "hover") return
    // Whoever really asks for them hears of a failure.
    void Promise.allSettled([
      import("../features/cart-drawer/cart-drawer"),
      fetchPage(matchPage(LIKELY_NEXT_PATH).route),
    ])
  }
  for (const sign of INTERACTION_EVENTS)
    window.addEventListener(sign, warmUp, { passive: true, signal: once.signal })
}

const connectionSchema = z.object({
  saveData: z.optional(z.boolean()),
  effectiveType: z.optional(z.string()),
  type: z.optional(z.string()),
})

/** How much may be fetched before it is asked for: all that is pointed at, only what is being pressed. */
export type ConnectionQuality = "hover" | "press"

/**
 * Reads the browser's word on its line; one that says nothing has a good line. A line that is slow, paid for by the
 * megabyte or spared by its owner carries nothing that may not be wanted.
 */
export function connectionQuality(connection: unknown): ConnectionQuality {
  const line = connectionSchema.safeParse(connection)
  if (!line.success) return "hover"
  const { saveData = false, effectiveType = "4g", type = "unknown" } = line.data
  return saveData || effectiveType !== "4g" || type === "cellular" ? "press" : "hover"
}
