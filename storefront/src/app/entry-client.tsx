import { StrictMode } from "react"
import { hydrateRoot } from "react-dom/client"
import { createBrowserRouter, RouterProvider } from "react-router-dom"
import { loadInBrowser } from "./load-page"
import { matchPage } from "./page-routes"
import { pageStateSchema, STATE_ELEMENT, type PageState } from "./page-state"
import { createPrefetch } from "./prefetch"
import { Providers } from "./providers"
import { createQueryClient } from "./query-client"
import { createRoutes } from "./routes"
import "./styles.css"

const readState = (): PageState =>
  pageStateSchema.parse(JSON.parse(document.getElementById(STATE_ELEMENT)?.textContent ?? ""))

async function start(root: HTMLElement): Promise<void> {
  const { facts, queries, loaderData, failedAt } = readState()
  const client = createQueryClient()
  const match = matchPage(location.pathname)
  // The page's code comes before hydration, or the drawn page would flash back to nothing.
  const ready = match && { id: match.route.id, module: await match.route.module() }
  const routes = createRoutes((page, args) => loadInBrowser(page, args, client), ready ?? undefined)
  const errors =
    failedAt.length > 0
      ? Object.fromEntries(failedAt.map((id) => [id, new Error("The server could not draw this page")]))
      : null
  const router = createBrowserRouter(routes, { hydrationData: { loaderData, errors } })

  hydrateRoot(
    root,
    <StrictMode>
      <Providers client={client} queries={queries} facts={facts} prefetch={createPrefetch(client)}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
}

const root = document.getElementById("root")
if (root) void start(root)
