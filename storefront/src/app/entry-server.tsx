import colours from "@brand/colours.css?raw"
import { shadesOf } from "@shop/contracts/brand-colours"
import { noop, type QueryClient } from "@tanstack/react-query"
import { StrictMode, type ReactNode } from "react"
import { renderToString } from "react-dom/server"
import { StaticRouter } from "react-router-dom"
import { categoriesQuery } from "../api/catalogue"
import { StructuredDataContext, type StructuredData } from "../features/page-seo/structured-data"
import type { BusinessDetails } from "../lib/business-details"
import { createQueryClient, Providers, Shop } from "./app"
import { Document, STATE_ELEMENT, type PageState } from "./document"
import { fetchPage, loadPage, matchPage, type LoadedPage, type PageMatch } from "./routes"

/** Of the styles and the script inside a page, as a content security policy names them: `'sha256-…'`. */
export interface InlineHashes {
  style: string
  script: string
}

export interface PageAssets {
  /** Styles, fonts and the first script. It loads all other scripts at once instead of one after another, and later styles. */
  tags: ReactNode
  hashes: InlineHashes | null
}

export type AssetsOf = (pageId: string) => PageAssets

interface RenderRequest {
  url: URL
  business: BusinessDetails
  mayBeSignedIn: boolean
  assetsOf: AssetsOf
}

export type Rendered =
  | { kind: "redirect"; status: number; location: string }
  | { kind: "page"; status: number; html: string; hashes: InlineHashes | null; failure: unknown }

type LoadOutcome =
  | { kind: "redirect"; to: string; isPermanent?: true }
  | { kind: "page"; status: number; page: LoadedPage | null; failure: unknown }

/** An error page with status 503 when the API fails. A page contains no personal data: the browser loads that itself. */
export async function render({ url, business, mayBeSignedIn, assetsOf }: RenderRequest): Promise<Rendered> {
  const client = createQueryClient()
  const match = matchPage(url.pathname)
  // For the menu of every page, which works without them.
  const categories = client.query({ ...categoriesQuery(), staleTime: "static" }).catch(noop)
  const outcome = await loadMatch(match, url, client, mayBeSignedIn)
  if (outcome.kind === "redirect")
    return { kind: "redirect", status: outcome.isPermanent ? 301 : 302, location: outcome.to }
  await categories
  const { page, status, failure } = outcome
  const state: PageState = {
    business,
    queries: loadedQueries(client),
    isFailed: page === null,
  }
  const { tags, hashes } = assetsOf(match.route.id)
  const structuredData: StructuredData[] = []
  const html = renderToString(
    <StrictMode>
      <Document
        head={<Head assets={tags} />}
        data={<PageData structuredData={structuredData} state={state} />}
      >
        <StructuredDataContext value={(data) => structuredData.push(data)}>
          <Providers client={client} business={business} prefetch={() => undefined}>
            <StaticRouter location={url.pathname + url.search}>
              <Shop page={page} />
            </StaticRouter>
          </Providers>
        </StructuredDataContext>
      </Document>
    </StrictMode>,
  )
  client.clear()
  return { kind: "page", status, html: `<!doctype html>${html}`, hashes, failure }
}

async function loadMatch(
  { route, params }: PageMatch,
  url: URL,
  client: QueryClient,
  mayBeSignedIn: boolean,
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

function Head({ assets }: { assets: ReactNode }) {
  const { light, dark } = shadesOf(colours, "night")
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content={light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={dark} media="(prefers-color-scheme: dark)" />
      <link rel="icon" href="/art/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/art/apple-touch-icon.png" />
      {assets}
    </>
  )
}

/** Data for search engines and for hydration. It comes after the page, because the page's components collect the former. */
function PageData({
  structuredData,
  state,
}: {
  structuredData: readonly StructuredData[]
  state: PageState
}) {
  return (
    <>
      {structuredData.length > 0 && (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{
            __html: escapeJson({ "@context": "https://schema.org", "@graph": structuredData }),
          }}
        />
      )}
      <script
        type="application/json"
        id={STATE_ELEMENT}
        dangerouslySetInnerHTML={{ __html: escapeJson(state) }}
      />
    </>
  )
}

/** Key and data alone: React Query's own format adds a state of many fields to each, and times, with which every answer has another ETag. */
const loadedQueries = (client: QueryClient): PageState["queries"] =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === "success")
    .map(({ queryKey, state }) => [queryKey, state.data])

const UNSAFE: Record<string, string> = { "<": "\\u003c", "\u2028": "\\u2028", "\u2029": "\\u2029" }

/** JSON for the inside of a `<script>` element: no text in it can end the element. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => UNSAFE[character] ?? "")
}
