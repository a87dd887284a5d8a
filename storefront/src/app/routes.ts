import type { QueryClient } from "@tanstack/react-query"
import type { ComponentType } from "react"
import { type Location, matchPath } from "react-router-dom"
import { sessionQuery } from "../api/session"
import type { PictureSources } from "../lib/picture-address"
import type { PageLoad, PageOutcome, PageProps, PageRequest } from "../pages/page-types"

export interface PageModule {
  Component: ComponentType<PageProps>
  /** Absent: the page needs no data before it is shown. */
  load?: PageLoad
  /** Loads the code of the part below the first screen. A page that the server rendered loads it later. */
  loadRest?: () => Promise<void>
  isKnown?: (params: Params, client: QueryClient) => boolean
  /** The page's main picture, if it is known before the page is rendered. */
  firstPicture?: (params: Params, client: QueryClient) => PictureSources | null
}

type Params = PageProps["params"]

export interface PageRoute {
  /** The page's file. The server finds its chunks in the build's manifest by this name. */
  id: string
  /** A pattern of React Router, which ignores case. */
  path: string
  module: () => Promise<PageModule>
}

/** Every address of the shop. The first match applies. */
const PAGE_ROUTES: readonly PageRoute[] = [
  { id: "src/pages/home.tsx", path: "/", module: () => import("../pages/home") },
  { id: "src/pages/products.tsx", path: "/products", module: () => import("../pages/products") },
  {
    id: "src/pages/category.tsx",
    path: "/products/category/:slug",
    module: () => import("../pages/category"),
  },
  { id: "src/pages/product.tsx", path: "/product/:slug", module: () => import("../pages/product") },
  { id: "src/pages/checkout.tsx", path: "/checkout", module: () => import("../pages/checkout") },
  { id: "src/pages/about.tsx", path: "/about", module: () => import("../pages/about") },
  { id: "src/pages/faq.tsx", path: "/faq", module: () => import("../pages/faq") },
  { id: "src/pages/contact.tsx", path: "/contact", module: () => import("../pages/contact") },
  { id: "src/pages/policy.tsx", path: "/policies/:slug", module: () => import("../pages/policy") },
  { id: "src/pages/account.tsx", path: "/account", module: () => import("../pages/account") },
  { id: "src/pages/orders.tsx", path: "/orders", module: () => import("../pages/orders") },
  { id: "src/pages/find-order.tsx", path: "/orders/find", module: () => import("../pages/find-order") },
  { id: "src/pages/order.tsx", path: "/orders/:id", module: () => import("../pages/order") },
]

const NOT_FOUND: PageRoute = {
  id: "src/pages/not-found.tsx",
  path: "*",
  module: () => import("../pages/not-found"),
}

export interface PageMatch {
  route: PageRoute
  params: Params
}

export function matchPage(pathname: string): PageMatch {
  const path = decoded(pathname)
  for (const route of path === null ? [] : PAGE_ROUTES) {
    const match = matchPath(route.path, path ?? "")
    if (match) return { route, params: match.params }
  }
  return { route: NOT_FOUND, params: {} }
}

const fetched = new Map<string, PageModule>()

/** @param part `first screen`: the server has rendered the rest */
export async function fetchPage(
  { id, module }: PageRoute,
  part: "whole" | "first screen" = "whole",
): Promise<PageModule> {
  const page = await module()
  if (part === "whole") await page.loadRest?.()
  if (part === "whole" || !page.loadRest) fetched.set(id, page)
  return page
}

/** A page's code if it is loaded already, without waiting for a promise. */
const fetchedPage = ({ id }: PageRoute): PageModule | undefined => fetched.get(id)

/** By segment, as the matcher requires: an escaped slash separates nothing. Several slashes are one. Null for invalid escapes. */
function decoded(pathname: string): string | null {
  try {
    return pathname
      .replace(/\/{2,}/g, "/")
      .split("/")
      .map((piece) => decodeURIComponent(piece).replaceAll("/", "%2F"))
      .join("/")
  } catch {
    return null
  }
}

interface Address extends PageProps {
  url: URL
}

/** A click waits this long for data. Then the page appears with skeletons. */
const DATA_TIMEOUT_MS = 120

interface Loading {
  client: QueryClient
  mayBeSignedIn: () => Promise<boolean>
}

/** A hovered or pressed link asks for its page's data before the click. What failed then is not asked again by the click. */
const RECENT_MS = 5000

/** Runs a page's `load`. Its failure is the page's failure, which suits the server: it sends a page only once. */
export function loadPage(
  { load }: PageModule,
  { params, url }: Address,
  { client, mayBeSignedIn }: Loading,
): Promise<PageOutcome> {
  const ensure: PageRequest["ensure"] = (query) => {
    const { error, errorUpdatedAt = 0 } =
      client.getQueryCache().find({ queryKey: query.queryKey })?.state ?? {}
    if (error && Date.now() - errorUpdatedAt < RECENT_MS) return Promise.reject(error)
    return client.query({ ...query, staleTime: "static" })
  }
  if (!load) return Promise.resolve(null)
  return load({
    params,
    url,
    mayBeSignedIn,
    ensure,
    prefetch: (query) =>
      ensure(query).then(
        () => null,
        () => null,
      ),
  })
}

/** Runs a page's `load` in the browser. The page itself shows failures. */
export function loadAhead(page: PageModule, address: Address, client: QueryClient): Promise<PageOutcome> {
  const mayBeSignedIn = async () => (await client.query(sessionQuery())).user !== null
  return loadPage(page, address, { client, mayBeSignedIn }).catch(() => null) // The query keeps its error, and the page shows it with a way to retry.
}

function loadInBrowser(page: PageModule, address: Address, client: QueryClient): Promise<PageOutcome> {
  const patience = new Promise<null>((resolve) => setTimeout(resolve, DATA_TIMEOUT_MS, null))
  return Promise.race([loadAhead(page, address, client), patience])
}

export interface LoadedPage extends PageProps {
  Component: PageModule["Component"]
}

export type LoadResult = { page: LoadedPage } | { redirect: string }

/** Known data is returned at once, not as a promise; slow data shows as loading. Rejects when the code cannot be loaded. */
export function createPageLoader(
  client: QueryClient,
): (location: Location) => LoadResult | Promise<LoadResult> {
  return ({ pathname, search }) => {
    const { route, params } = matchPage(pathname)
    const address = { params, url: new URL(origin + pathname + search) }
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
