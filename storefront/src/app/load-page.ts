import type { QueryClient } from "@tanstack/react-query"
import type { LoaderFunctionArgs } from "react-router-dom"
import type { PageModule } from "./page-routes"

/** How long a click waits for data before the page appears with skeletons in their place. */
const PATIENCE_MS = 120

/** Runs a page's `load` and lets its failure be the page's failure: for the server, which sends a page once. */
export function loadOnServer(
  { load }: PageModule,
  { params, request }: LoaderFunctionArgs,
  client: QueryClient,
): Promise<unknown> {
  return load({
    params,
    url: new URL(request.url),
    ensure: (query) => client.ensureQueryData(query),
    prefetch: (query) => client.prefetchQuery(query),
  })
}

/**
 * Runs a page's `load` without making the reader wait for it: quick answers are there when the page appears,
 * slow ones and failures show as the page's own states.
 */
export async function loadInBrowser(
  { load }: PageModule,
  { params, request }: Pick<LoaderFunctionArgs, "params" | "request">,
  client: QueryClient,
): Promise<unknown> {
  const loading = load({
    params,
    url: new URL(request.url),
    ensure: (query) => client.ensureQueryData(query),
    prefetch: (query) => client.prefetchQuery(query),
  }).catch(() => null) // The query keeps its error, and the page shows it with a way on.
  const patience = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))
  return Promise.race([loading, patience])
}
