import type { QueryClient } from "@tanstack/react-query"
import type { Intent } from "../ui/prefetch-link"
import { eagernessOf } from "./connection"
import { loadInBrowser } from "./load-page"
import { matchPage } from "./page-routes"

/** A hand over a long list points at many cards; this many pages at most are got ready at the same time. */
const MOST_AT_ONCE = 3

/** Fetches a page's code and data ahead of the click, each page once, as far as the line is good for it. */
export function createPrefetch(client: QueryClient): (path: string, intent: Intent) => void {
  const done = new Set<string>()
  let underWay = 0
  return (path, intent) => {
    if (done.has(path)) return
    const mayPoint =
      eagernessOf(Reflect.get(navigator, "connection")) === "pointed at" && underWay < MOST_AT_ONCE
    if (intent !== "pressed" && !mayPoint) return
    const url = new URL(path, location.origin)
    const match = matchPage(url.pathname)
    if (!match) return
    done.add(path)
    underWay += 1
    match.route
      .module()
      .then((page) => loadInBrowser(page, { params: match.params, request: new Request(url) }, client))
      .catch(() => done.delete(path)) // The click itself will try again and say what is wrong.
      .finally(() => (underWay -= 1))
  }
}
