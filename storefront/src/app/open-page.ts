import type { QueryClient } from "@tanstack/react-query"
import type { Location } from "react-router-dom"
import type { PageProps } from "../pages/page-load"
import { loadAhead, loadInBrowser } from "./load-page"
import { fetchedPage, fetchPage, matchPage, type PageModule } from "./page-routes"

/** A page whose code is here. */
export interface LoadedPage extends PageProps {
  Component: PageModule["Component"]
}

/** What an address comes to: a page, or another address. */
export type LoadResult = { page: LoadedPage } | { redirect: string }

/**
 * Opens pages in the browser without making the reader wait for their data: a page that can be drawn already is answered
 * at once and not by a promise, else quick answers are there when it appears and slow ones show as its own states.
 * Rejects where a page's code cannot be fetched.
 */
export function createPageLoader(
  client: QueryClient,
): (location: Location) => LoadResult | Promise<LoadResult> {
  return ({ pathname, search }) => {
    const { route, params } = matchPage(pathname)
    const address = { params, url: new URL(pathname + search, origin) }
    const open = (page: PageModule): LoadResult | Promise<LoadResult> => {
      const opened = { page: { Component: page.Component, params } }
      if (page.isKnown?.(params, client)) {
        void loadAhead(page, address, client)
        return opened
      }
      return loadInBrowser(page, address, client).then((outcome) =>
        outcome?.kind === "redirect" ? { redirect: outcome.to } : opened,
      )
    }
    const here = fetchedPage(route)
    return here ? open(here) : fetchPage(route).then(open)
  }
}
