import { dehydrate, type DehydratedState, type QueryClient } from "@tanstack/react-query"
import { StrictMode } from "react"
import { renderToString } from "react-dom/server"
import { StaticRouter } from "react-router-dom"
import { StructuredDataContext } from "../features/page-seo/structured-data"
import { escapeJson } from "../lib/escape-json"
import type { BusinessDetails } from "../lib/business-details"
import type { StructuredData } from "../lib/structured-data"
import { loadPage } from "./load-page"
import type { LoadedPage } from "./open-page"
import { fetchPage, matchPage, type PageMatch } from "./page-routes"
import type { PageState } from "./page-state"
import { Providers } from "./providers"
import { createQueryClient } from "./query-client"
import { Shop } from "./shop"

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

interface Visitor {
  mayBeSignedIn: boolean
}

/** What became of getting a page ready. */
type LoadOutcome =
  | { kind: "redirect"; to: string }
  | { kind: "page"; status: number; page: LoadedPage | null; failure: unknown }

/**
 * Draws one page with its data. Failures of the shop's API are drawn too, with status 503. Nothing personal is ever in
 * it: `mayBeSignedIn` says that the browser has a session to show, and the browser fills the page in.
 * @param url as it was asked for
 */
export async function render(url: URL, business: BusinessDetails, visitor: Visitor): Promise<Rendered> {
  const client = createQueryClient()
  const match = matchPage(url.pathname)
  const ready = await loadMatch(match, url, client, visitor)
  if (ready.kind === "redirect") return { kind: "redirect", status: 302, location: ready.to }
  const { page, status, failure } = ready
  const queries = withoutTimestamps(dehydrate(client))
  const structuredData: StructuredData[] = []
  const html = renderToString(
    <StrictMode>
      <StructuredDataContext value={(data) => structuredData.push(data)}>
        <Providers client={client} business={business} prefetch={() => undefined}>
          <StaticRouter location={url.pathname + url.search}>
            <Shop page={page} />
          </StaticRouter>
        </Providers>
      </StructuredDataContext>
    </StrictMode>,
  )
  client.clear()
  const { head, body } = splitHead(html)
  return {
    kind: "page",
    status,
    head: head + structuredDataScript(structuredData),
    body,
    state: { business, queries, isFailed: page === null },
    pageId: match.route.id,
    failure,
  }
}

async function loadMatch(
  { route, params }: PageMatch,
  url: URL,
  client: QueryClient,
  { mayBeSignedIn }: Visitor,
): Promise<LoadOutcome> {
  try {
    const module = await fetchPage(route)
    const outcome = await loadPage(
      module,
      { params, url },
      { client, mayBeSignedIn: () => Promise.resolve(mayBeSignedIn) },
    )
    if (outcome?.kind === "redirect") return outcome
    const page = { Component: module.Component, params }
    return { kind: "page", status: outcome?.kind === "missing" ? 404 : 200, page, failure: undefined }
  } catch (failure) {
    return { kind: "page", status: 503, page: null, failure }
  }
}

/** What the page is about, as data that no browser runs and no text in it can leave. */
function structuredDataScript(structuredData: readonly StructuredData[]): string {
  if (structuredData.length === 0) return ""
  const graph = escapeJson({ "@context": "https://schema.org", "@graph": structuredData })
  return `<script type="application/ld+json">${graph}</script>`
}

/** Without the moments structuredData were fetched: data is never stale in the browser, and the same page gets the same ETag. */
function withoutTimestamps({ queries, mutations }: DehydratedState): DehydratedState {
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
