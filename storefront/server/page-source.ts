import brand from "@brand/brand.json"
import { businessDetailsSchema } from "@shop/contracts"
import { request } from "../src/api/request"
import type { AssetsOf, InlineHashes, render } from "../src/app/entry-server"
import type { BusinessDetails } from "../src/lib/business-details"
import { FreshCache } from "./fresh-cache"
import { CompressedText, etagOf } from "./compressed-text"

export interface Page {
  status: number
  location: string | null
  body: CompressedText
  etag: string
  /** For the content security policy; null without styles and a script inside the page. */
  hashes: InlineHashes | null
}

export interface PageAddress {
  path: string
  /** Whether the browser sent a session cookie. Pages for signed-in users redirect everyone else to the home page. */
  mayBeSignedIn: boolean
}

export type Render = typeof render

export interface PageSource {
  read: (address: PageAddress) => Promise<Page>
  fresh: (address: PageAddress) => Page | undefined
}

interface PageSourceOptions {
  render: Render
  assetsOf: AssetsOf
  business: () => Promise<BusinessDetails>
  /** Called with failures that the reader only sees as a friendly page. */
  onFailure: (path: string, failure: unknown) => void
}

const FRESH_MS = 500
const STALE_MS = 500
const MAX_PAGES = 500

/** Renders pages and keeps each for about a second. They contain nothing personal, so all readers share them. */
export function createPageSource(options: PageSourceOptions): PageSource {
  const pagesFor = (mayBeSignedIn: boolean) =>
    new FreshCache<Page>({
      name: "pages",
      max: MAX_PAGES,
      freshMs: FRESH_MS,
      staleMs: STALE_MS,
      instead: (path, previous, failure) => {
        options.onFailure(path, failure)
        return previous
      },
      load: async (path, previous) => {
        const page = await renderPage({ path, mayBeSignedIn }, options)
        // An unchanged page keeps its compressed bodies.
        return page.etag !== "" && page.etag === previous?.etag ? { ...page, body: previous.body } : page
      },
    })
  const publicPages = pagesFor(false)
  const signedInPages = pagesFor(true)
  const cacheFor = ({ mayBeSignedIn }: PageAddress) => (mayBeSignedIn ? signedInPages : publicPages)
  return {
    read: (address) => cacheFor(address).get(address.path),
    fresh: (address) => cacheFor(address).fresh(address.path),
  }
}

export const uncachedPages = (options: PageSourceOptions): PageSource => ({
  read: (address) => renderPage(address, options),
  fresh: () => undefined,
})

async function renderPage(
  { path, mayBeSignedIn }: PageAddress,
  { render, assetsOf, business, onFailure }: PageSourceOptions,
): Promise<Page> {
  const details = await business()
  const rendered = await render({
    url: new URL(details.url + path),
    business: details,
    mayBeSignedIn,
    assetsOf,
  })
  if (rendered.kind === "redirect")
    return {
      status: rendered.status,
      location: rendered.location,
      body: new CompressedText(""),
      etag: "",
      hashes: null,
    }
  const { status, html, hashes, failure } = rendered
  if (failure !== undefined) onFailure(path, failure)
  return { status, location: null, body: new CompressedText(html), etag: etagOf(html), hashes }
}

/** Shown while the backend cannot be reached: the shop's name, and nothing that may be wrong. */
const UNKNOWN = {
  name: brand.name,
  legalName: "",
  address: "",
  email: "",
  phone: "",
  companyNumber: null,
  registeredIn: null,
  vatNumber: null,
  hours: [],
  social: [],
  periods: null,
  cards: null,
  demo: false,
} satisfies Omit<BusinessDetails, "url">

interface BusinessDetailsOptions {
  publicUrl: string
  onError: (failure: unknown) => void
}

/** Reads the business details through the catalogue cache: at most half a second old, older while the backend is away. */
export function businessDetailsSource({
  publicUrl: url,
  onError,
}: BusinessDetailsOptions): () => Promise<BusinessDetails> {
  return async () => {
    try {
      return { ...(await request("/api/shop", businessDetailsSchema)), url }
    } catch (failure) {
      onError(failure)
      return { ...UNKNOWN, url }
    }
  }
}
