import type { QueryClient } from "@tanstack/react-query"
import type { ComponentType } from "react"
import { matchRoutes } from "react-router-dom"
import type { PictureSources } from "../lib/picture-address"
import type { PageLoad } from "../pages/page-load"

export interface PageModule {
  Component?: ComponentType
  load: PageLoad
  /** Whether the page can be drawn with what the browser has already. */
  isKnown?: (params: Params, client: QueryClient) => boolean
  /** The picture that the eye goes to first, as far as it is known before the page is drawn. */
  firstPicture?: (params: Params, client: QueryClient) => PictureSources | null
}

type Params = Readonly<Record<string, string | undefined>>

export interface PageRoute {
  /** The page's file, by which the server finds its chunks in the build's manifest. */
  id: string
  path: string
  module: () => Promise<PageModule>
}

/** Every address of the shop. React Router matches them without regard to case. */
export const PAGE_ROUTES: readonly PageRoute[] = [
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
  { id: "src/pages/account.tsx", path: "/account", module: () => import("../pages/account") },
  { id: "src/pages/orders.tsx", path: "/orders", module: () => import("../pages/orders") },
  { id: "src/pages/find-order.tsx", path: "/orders/find", module: () => import("../pages/find-order") },
  { id: "src/pages/order.tsx", path: "/orders/:id", module: () => import("../pages/order") },
  { id: "src/pages/not-found.tsx", path: "*", module: () => import("../pages/not-found") },
]

const TABLE = PAGE_ROUTES.map(({ id, path }) => ({ id, path }))

/** The page an address leads to; there is always one, if only the one for addresses that lead nowhere. */
export function matchPage(
  pathname: string,
): { route: PageRoute; params: Readonly<Record<string, string | undefined>> } | null {
  const match = matchRoutes(TABLE, pathname)?.[0]
  const route = PAGE_ROUTES.find(({ id }) => id === match?.route.id)
  return match && route ? { route, params: match.params } : null
}
