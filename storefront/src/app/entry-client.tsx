import { hydrate } from "@tanstack/react-query"
import { startTransition, StrictMode } from "react"
import { hydrateRoot } from "react-dom/client"
import { keepCartInOrder } from "../api/cart-upkeep"
import { learnSession } from "../api/session"
import { ALIVE } from "./alive"
import { createOpen } from "./open-page"
import { fetchPage, matchPage } from "./page-routes"
import { PageRouter } from "./page-router"
import { pageStateSchema, STATE_ELEMENT, type PageState } from "./page-state"
import { createPrefetch, warmUpOnFirstMove } from "./prefetch"
import { Providers } from "./providers"
import { createQueryClient } from "./query-client"
import { ignoreSkippedTransitions } from "./skipped-transitions"
import "./styles.css"
import { createVisits } from "./visits"

const readState = (): PageState =>
  pageStateSchema.parse(JSON.parse(document.getElementById(STATE_ELEMENT)?.textContent ?? ""))

async function start(root: HTMLElement): Promise<void> {
  const { facts, queries, isFailed } = readState()
  const client = createQueryClient()
  hydrate(client, queries)
  const { route, params } = matchPage(location.pathname)
  // The page's code comes before hydration, or the drawn page would flash back to nothing.
  const [{ Component }] = await Promise.all([fetchPage(route), learnSession(client)])
  const visits = createVisits({ first: isFailed ? null : { Component, params }, open: createOpen(client) })

  keepCartInOrder(client)
  ignoreSkippedTransitions()
  warmUpOnFirstMove()
  // As a transition it is done in small pieces, between which the page answers; a press has it done at once.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <Providers client={client} facts={facts} prefetch={createPrefetch(client)}>
          <PageRouter visits={visits} />
        </Providers>
      </StrictMode>,
    )
  })
  document.dispatchEvent(new Event(ALIVE))
}

const root = document.getElementById("root")
if (root) void start(root)
