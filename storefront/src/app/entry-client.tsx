import { hydrate } from "@tanstack/react-query"
import { StrictMode } from "react"
import { hydrateRoot } from "react-dom/client"
import { createBrowserRouter, createPath, RouterProvider, type Location } from "react-router-dom"
import { keepCartInOrder } from "../api/cart-upkeep"
import { learnSession } from "../api/session"
import { loadInBrowser } from "./load-page"
import { matchPage } from "./page-routes"
import { pageStateSchema, STATE_ELEMENT, type PageState } from "./page-state"
import { createPrefetch, warmUpOnFirstMove } from "./prefetch"
import { Providers } from "./providers"
import { createQueryClient } from "./query-client"
import { createRoutes } from "./routes"
import { ignoreSkippedTransitions } from "./skipped-transitions"
import "./styles.css"

const readState = (): PageState =>
  pageStateSchema.parse(JSON.parse(document.getElementById(STATE_ELEMENT)?.textContent ?? ""))

async function start(root: HTMLElement): Promise<void> {
  const { facts, queries, loaderData, failedAt } = readState()
  const client = createQueryClient()
  hydrate(client, queries)
  const match = matchPage(location.pathname)
  // The page's code comes before hydration, or the drawn page would flash back to nothing.
  const [module] = await Promise.all([match?.route.module(), learnSession(client)])
  const ready = match && module && { id: match.route.id, module }
  const routes = createRoutes((page, args) => loadInBrowser(page, args, client), {
    ready: ready ?? undefined,
    onMissingCode: (failure) => goThereWhole(router.state.navigation.location, failure),
  })
  const errors =
    failedAt.length > 0
      ? Object.fromEntries(failedAt.map((id) => [id, new Error("The server could not draw this page")]))
      : null
  const router = createBrowserRouter(routes, { hydrationData: { loaderData, errors } })

  keepCartInOrder(client)
  ignoreSkippedTransitions()
  warmUpOnFirstMove()
  hydrateRoot(
    root,
    <StrictMode>
      <Providers client={client} facts={facts} prefetch={createPrefetch(client)}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
}

/** Code is named after what is in it, and a new release of the shop takes the old away: the whole page brings the new. */
function goThereWhole(to: Location | undefined, failure: unknown): Promise<never> {
  if (!to || !navigator.onLine) throw failure
  location.assign(createPath(to))
  return new Promise(() => undefined)
}

const root = document.getElementById("root")
if (root) void start(root)
