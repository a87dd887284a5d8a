import { hydrate } from "@tanstack/react-query"
import { startTransition, StrictMode } from "react"
import { hydrateRoot } from "react-dom/client"
import { syncCart } from "../api/cart-sync"
import { loadSession } from "../api/session"
import { HYDRATED_EVENT } from "./hydration"
import { createPageLoader } from "./open-page"
import { fetchPage, matchPage } from "./page-routes"
import { PageRouter } from "./page-router"
import { pageStateSchema, STATE_ELEMENT, type PageState } from "./page-state"
import { createPrefetch, prefetchOnFirstInteraction } from "./prefetch"
import { Providers } from "./providers"
import { createQueryClient } from "./query-client"
import { ignoreSkippedTransitions } from "./skipped-transitions"
import "./styles.css"
import { createNavigation } from "./navigation"

const readState = (): PageState =>
  pageStateSchema.parse(JSON.parse(document.getElementById(STATE_ELEMENT)?.textContent ?? ""))

async function start(root: HTMLElement): Promise<void> {
  const { business, queries, isFailed } = readState()
  const client = createQueryClient()
  hydrate(client, queries)
  const { route, params } = matchPage(location.pathname)
  // The page's code comes before hydration, or the drawn page would flash back to nothing.
  const [{ Component }] = await Promise.all([fetchPage(route), loadSession(client)])
  const navigation = createNavigation({
    first: isFailed ? null : { Component, params },
    load: createPageLoader(client),
  })

  syncCart(client)
  ignoreSkippedTransitions()
  prefetchOnFirstInteraction()
  // As a transition it is done in small pieces, between which the page answers; a press has it done at once.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <Providers client={client} business={business} prefetch={createPrefetch(client)}>
          <PageRouter navigation={navigation} />
        </Providers>
      </StrictMode>,
    )
  })
  document.dispatchEvent(new Event(HYDRATED_EVENT))
}

const root = document.getElementById("root")
if (root) void start(root)
