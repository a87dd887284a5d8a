import type { QueryClient } from "@tanstack/react-query"
import { catalogueParserOf, lateParserOf, parserOf } from "../api/load-schemas"
import { afterPaint, onFirstInteraction } from "../lib/later"
import { whenOnline } from "../lib/online"
import type { PictureSources } from "../lib/picture-address"
import type { Intent } from "../ui/prefetch-link"
import { fetchPage, loadAhead, matchPage } from "./routes"

/** A pointer over a long list passes many cards. No more than this many pages are loaded at the same time. */
const MAX_CONCURRENT = 3

/** Loads a page's code, data and main picture before the click, once per page, if the connection is good enough. */
export function createPrefetch(client: QueryClient): (path: string, intent: Intent) => void {
  const done = new Set<string>()
  let running = 0
  return (path, intent) => {
    if (done.has(path)) return
    if (intent === "hover" && (!isConnectionGood() || running >= MAX_CONCURRENT)) return
    const url = new URL(location.origin + path)
    const { route, params } = matchPage(url.pathname)
    done.add(path)
    running += 1
    afterPaint(() => {
      fetchPage(route)
        .then(async (page) => {
          await loadAhead(page, { params, url }, client)
          fetchPicture(page.firstPicture?.(params, client))
        })
        .catch(() => done.delete(path)) // The click tries again and reports the failure.
        .finally(() => (running -= 1))
    })
  }
}

/** Uses the same addresses and sizes as the page, so that the browser picks the same picture. */
function fetchPicture(sources: PictureSources | null | undefined): void {
  if (!sources) return
  const image = new Image()
  if (sources.sizes) image.sizes = sources.sizes
  if (sources.srcSet) image.srcset = sources.srcSet
  image.src = sources.src
}

/** Most readers open a product next. Its code is small and waits for the first interaction. */
const LIKELY_NEXT_PATH = "/product/next"

/** Loads what an interaction may need: the parsers; on a good connection also the code of the likely next page and of the cart drawer. */
export function prefetchOnFirstInteraction(): void {
  onFirstInteraction(() => {
    const wanted = [
      parserOf("cartSchema"),
      catalogueParserOf("productSchema"),
      lateParserOf("orderSchema"),
      ...(isConnectionGood()
        ? [
            () => import("../features/cart-drawer/cart-drawer"),
            () => fetchPage(matchPage(LIKELY_NEXT_PATH).route),
          ]
        : []),
    ]
    // The call or the page that needs them reports a failure.
    void whenOnline().then(() => Promise.allSettled(wanted.map((load) => load())))
  })
}

/** On a good connection the shop may load what the reader may not need. On a limited one every byte counts. */
type ConnectionQuality = "good" | "limited"

/** Of the Network Information API. Slow, metered or data-saving is limited; unknown is good. */
export function connectionQuality(connection: unknown): ConnectionQuality {
  if (typeof connection !== "object" || connection === null) return "good"
  const isSaving = "saveData" in connection && connection.saveData === true
  const isSlow = "effectiveType" in connection && connection.effectiveType !== "4g"
  const isMetered = "type" in connection && connection.type === "cellular"
  return isSaving || isSlow || isMetered ? "limited" : "good"
}

const isConnectionGood = () => connectionQuality(Reflect.get(navigator, "connection")) === "good"
