import { dehydrate, type DehydratedState, type QueryClient } from "@tanstack/react-query"
import { StrictMode } from "react"
import { renderToString } from "react-dom/server"
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom"
import { ThingsContext } from "../features/page-seo/things"
import { escapeJson } from "../lib/escape-json"
import type { ShopFacts } from "../lib/shop-facts"
import type { Thing } from "../lib/structured-data"
import { loadPage } from "./load-page"
import type { PageState } from "./page-state"
import { Providers } from "./providers"
import { createQueryClient } from "./query-client"
import { createRoutes } from "./routes"

/** A page as the server drew it, or where it leads instead. */
export type Rendered =
  | { kind: "redirect"; status: number; location: string }
  | {
      kind: "page"
      status: number
      head: string
      body: string
      state: PageState
      pageId: string | undefined
      failure: unknown
    }

/** What the loaders of one drawing share. */
class Drawing {
  constructor(
    readonly client: QueryClient,
    readonly mayBeSignedIn: boolean,
  ) {}
}

const handler = createStaticHandler(
  createRoutes((page, args) => {
    // The static handler passes on what `query` was given below.
    const context: unknown = args.context
    if (!(context instanceof Drawing)) throw new Error("A page was loaded without what it is drawn from")
    const { client, mayBeSignedIn } = context
    return loadPage(page, args, { client, mayBeSignedIn: () => Promise.resolve(mayBeSignedIn) })
  }),
)

/**
 * Draws one page with its data. Failures of the shop's API are drawn too, with status 503. Nothing personal is ever in
 * it: `mayBeSignedIn` says that the browser has a session to show, and the browser fills the page in.
 */
export async function render(
  request: Request,
  facts: ShopFacts,
  { mayBeSignedIn }: { mayBeSignedIn: boolean },
): Promise<Rendered> {
  const client = createQueryClient()
  const context = await handler.query(request, { requestContext: new Drawing(client, mayBeSignedIn) })
  if (context instanceof Response) {
    return { kind: "redirect", status: context.status, location: context.headers.get("location") ?? "/" }
  }
  const failures = Object.entries(context.errors ?? {})
  const queries = timeless(dehydrate(client))
  const things: Thing[] = []
  const html = renderToString(
    <StrictMode>
      <ThingsContext value={(thing) => things.push(thing)}>
        <Providers client={client} facts={facts} prefetch={() => undefined}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </Providers>
      </ThingsContext>
    </StrictMode>,
  )
  client.clear()
  const { head, body } = splitHead(html)
  return {
    kind: "page",
    status: failures.length > 0 ? 503 : context.statusCode,
    head: head + structuredData(things),
    body,
    state: { facts, queries, loaderData: context.loaderData, failedAt: failures.map(([id]) => id) },
    pageId: context.matches.at(-1)?.route.id,
    failure: failures[0]?.[1],
  }
}

/** What the page is about, as data that no browser runs and no text in it can leave. */
function structuredData(things: readonly Thing[]): string {
  if (things.length === 0) return ""
  const graph = escapeJson({ "@context": "https://schema.org", "@graph": things })
  return `<script type="application/ld+json">${graph}</script>`
}

/** Without the moments things were fetched: data is never stale in the browser, and the same page gets the same ETag. */
function timeless({ queries, mutations }: DehydratedState): DehydratedState {
  return {
    mutations,
    queries: queries.map((query) => ({
      ...query,
      dehydratedAt: 0,
      state: { ...query.state, dataUpdatedAt: 0 },
    })),
  }
}

/** React puts what belongs into `<head>` at the front of its string; attribute values in it never hold a bare `>`. */
export function splitHead(html: string): { head: string; body: string } {
  const head = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)*/.exec(html)?.[0] ?? ""
  return { head, body: html.slice(head.length) }
}
