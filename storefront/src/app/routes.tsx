import type { LoaderFunctionArgs, RouteObject } from "react-router-dom"
import { ErrorPage } from "./error-page"
import { Layout } from "./layout"
import { PAGE_ROUTES, type PageModule, type PageRoute } from "./page-routes"

type Load = (page: PageModule, args: LoaderFunctionArgs) => Promise<unknown>

/** What becomes of a page whose code could not be fetched; by default the failure is the page's. */
type OnMissingCode = (failure: unknown) => Promise<PageModule>

/**
 * The route tree: the frame, an error boundary inside it, and the pages.
 * Pages are fetched when they are matched; `ready` is one that is here already, because the server has drawn it.
 */
export function createRoutes(
  load: Load,
  {
    ready,
    onMissingCode = (failure) => {
      throw failure
    },
  }: { ready?: { id: string; module: PageModule } | undefined; onMissingCode?: OnMissingCode } = {},
): RouteObject[] {
  const pages = PAGE_ROUTES.map((route) =>
    route.id === ready?.id ? readyRoute(route, ready.module, load) : lazyRoute(route, load, onMissingCode),
  )
  return [
    {
      id: "frame",
      Component: Layout,
      ErrorBoundary: ErrorPage,
      children: [{ id: "inside", ErrorBoundary: ErrorPage, children: pages }],
    },
  ]
}

function lazyRoute({ id, path, module }: PageRoute, load: Load, onMissingCode: OnMissingCode): RouteObject {
  return { id, path, lazy: async () => routeParts(await module().catch(onMissingCode), load) }
}

function readyRoute({ id, path }: PageRoute, module: PageModule, load: Load): RouteObject {
  return { id, path, ...routeParts(module, load) }
}

function routeParts(module: PageModule, load: Load) {
  return { Component: module.Component ?? null, loader: (args: LoaderFunctionArgs) => load(module, args) }
}
