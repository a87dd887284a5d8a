import { createHash } from "node:crypto"
import type { Rendered } from "../src/app/entry-server"
import type { BusinessDetails } from "../src/lib/business-details"
import type { AssetTags } from "./assets"
import { htmlDocument } from "./document"
import { FreshCache } from "./fresh-cache"
import { PageBody } from "./page-body"

/** A page ready to be sent. */
export interface Page {
  status: number
  /** Where a redirect leads, else null. */
  location: string | null
  body: PageBody
  etag: string
}

/** Which page, and whether the browser has a session to show: pages for the signed-in lead everybody else home. */
export interface PageAddress {
  /** Everything after the origin */
  path: string
  mayBeSignedIn: boolean
}

export type Render = (
  url: URL,
  facts: BusinessDetails,
  visitor: { mayBeSignedIn: boolean },
) => Promise<Rendered>

interface PageSourceOptions {
  render: Render
  assetTags: AssetTags
  /** Who the shop is at this moment. */
  business: () => Promise<BusinessDetails>
  /** Told of failures that the reader only sees as a friendly page. */
  onFailure: (path: string, failure: unknown) => void
}

const FRESH_MS = 500
const STALE_MS = 500
const MAX_PAGES = 500

/** Draws pages and keeps each for about a second. They hold nothing personal, so everyone may have the same one. */
export function createPageSource(options: PageSourceOptions): (address: PageAddress) => Promise<Page> {
  const pagesFor = (mayBeSignedIn: boolean) =>
    new FreshCache<Page>({
      max: MAX_PAGES,
      freshMs: FRESH_MS,
      staleMs: STALE_MS,
      onStaleServed: options.onFailure,
      load: async (path, previous) => {
        const page = await renderPage({ path, mayBeSignedIn }, options)
        // The same page again: what was compressed for it is still right.
        return page.etag !== "" && page.etag === previous?.etag ? { ...page, body: previous.body } : page
      },
    })
  const publicPages = pagesFor(false)
  const signedInPages = pagesFor(true)
  return ({ path, mayBeSignedIn }) => (mayBeSignedIn ? signedInPages : publicPages).get(path)
}

/** Draws one page. */
export async function renderPage(
  { path, mayBeSignedIn }: PageAddress,
  { render, assetTags, business, onFailure }: PageSourceOptions,
): Promise<Page> {
  const shop = await business()
  const rendered = await render(new URL(path, shop.url), shop, { mayBeSignedIn })
  if (rendered.kind === "redirect")
    return { status: rendered.status, location: rendered.location, body: new PageBody(""), etag: "" }
  if (rendered.failure !== undefined) onFailure(path, rendered.failure)
  const html = htmlDocument({ ...rendered, assets: assetTags(rendered.pageId) })
  const digest = createHash("sha256").update(html).digest("base64url").slice(0, 27)
  // Weak, because the same page goes out in several encodings.
  return { status: rendered.status, location: null, body: new PageBody(html), etag: `W/"${digest}"` }
}
