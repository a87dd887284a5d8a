import { noop, type QueryClient } from "@tanstack/react-query"
import { sessionQuery } from "../api/session"
import type { PageOutcome, PageProps } from "../pages/page-load"
import type { PageModule } from "./page-routes"

interface Address extends PageProps {
  url: URL
}

/** How long a click waits for data before the page appears with skeletons in their place. */
const DATA_TIMEOUT_MS = 120

interface Loading {
  client: QueryClient
  mayBeSignedIn: () => Promise<boolean>
}

/** Runs a page's `load`; its failure is the page's failure, which is right on the server: it sends a page once. */
export function loadPage(
  { load }: PageModule,
  { params, url }: Address,
  { client, mayBeSignedIn }: Loading,
): Promise<PageOutcome> {
  return load({
    params,
    url,
    mayBeSignedIn,
    ensure: (query) => client.query({ ...query, staleTime: "static" }),
    prefetch: (query) => client.query({ ...query, staleTime: "static" }).then(noop, noop),
  })
}

/** Runs a page's `load` to its end, in the browser; failures show as the page's own states. */
export function loadAhead(page: PageModule, address: Address, client: QueryClient): Promise<PageOutcome> {
  const mayBeSignedIn = async () => (await client.query(sessionQuery())).user !== null
  return loadPage(page, address, { client, mayBeSignedIn }).catch(() => null) // The query keeps its error, and the page shows it with a way on.
}

/** The same, but a page whose data is slow appears without it, in its own state for that. */
export function loadInBrowser(page: PageModule, address: Address, client: QueryClient): Promise<PageOutcome> {
  const patience = new Promise<null>((resolve) => setTimeout(resolve, DATA_TIMEOUT_MS, null))
  return Promise.race([loadAhead(page, address, client), patience])
}
