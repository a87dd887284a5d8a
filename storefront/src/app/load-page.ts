import { noop, type QueryClient } from "@tanstack/react-query"
import type { LoaderFunctionArgs } from "react-router-dom"
import { sessionQuery } from "../api/session"
import type { PageModule } from "./page-routes"

type Address = Pick<LoaderFunctionArgs, "params" | "request">

/** How long a click waits for data before the page appears with skeletons in their place. */
const PATIENCE_MS = 120

interface Loading {
  client: QueryClient
  mayBeSignedIn: () => Promise<boolean>
}

/** Runs a page's `load`; its failure is the page's failure, which is right on the server: it sends a page once. */
export function loadPage(
  { load }: PageModule,
  { params, request }: Address,
  { client, mayBeSignedIn }: Loading,
): Promise<unknown> {
  return load({
    params,
    url: new URL(request.url),
    mayBeSignedIn,
    ensure: (query) => client.query({ ...query, staleTime: "static" }),
    prefetch: (query) => client.query({ ...query, staleTime: "static" }).then(noop, noop),
  })
}

/** Runs a page's `load` to its end, in the browser; failures show as the page's own states. */
export function loadAhead(page: PageModule, address: Address, client: QueryClient): Promise<unknown> {
  const mayBeSignedIn = async () => (await client.query(sessionQuery())).user !== null
  return loadPage(page, address, { client, mayBeSignedIn }).catch(() => null) // The query keeps its error, and the page shows it with a way on.
}

/**
 * Runs a page's `load` without making the reader wait for it: a page that can be drawn already appears at once, else
 * quick answers are there when it appears, and slow ones show as the page's own states.
 */
export async function loadInBrowser(
  page: PageModule,
  address: Address,
  client: QueryClient,
): Promise<unknown> {
  const loading = loadAhead(page, address, client)
  if (page.isKnown?.(address.params, client)) return null
  const patience = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))
  return Promise.race([loading, patience])
}
