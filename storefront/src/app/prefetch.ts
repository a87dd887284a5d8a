import type { QueryClient } from "@tanstack/react-query"
import { loadInBrowser } from "./load-page"
import { matchPage } from "./page-routes"

/** Fetches a page's code and data ahead of the click; not on a connection whose owner is saving data. */
export function createPrefetch(client: QueryClient): (path: string) => void {
  const done = new Set<string>()
  return (path) => {
    if (done.has(path) || savesData()) return
    done.add(path)
    const url = new URL(path, location.origin)
    const match = matchPage(url.pathname)
    if (!match) return
    match.route
      .module()
      .then((page) => loadInBrowser(page, { params: match.params, request: new Request(url) }, client))
      .catch(() => done.delete(path)) // The click itself will try again and say what is wrong.
  }
}

function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, "connection")
  return (
    typeof connection === "object" &&
    connection !== null &&
    "saveData" in connection &&
    connection.saveData === true
  )
}
