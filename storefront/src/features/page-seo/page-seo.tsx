import { useLocation } from "react-router-dom"
import { useBusinessDetails } from "../../lib/business-details"
import { SHARE_HEIGHT, SHARE_WIDTH, shareAddress } from "../../lib/picture-address"

interface PageSeoProps {
  /** The page's own title; left out, the shop's name stands alone. */
  title?: string
  description: string
  /** The contract's picture of what the page is about. */
  image?: string | null
  /** What kind of thing other sites should take the page for. */
  kind?: "website" | "product"
  /** False for pages nobody should find by searching. */
  indexed?: boolean
}

/** 1200 × 630, like every picture of a card. */
const DEFAULT_IMAGE = "/art/social.png"
const LONGEST_DESCRIPTION = 160

/** Title, description, canonical address and the card other sites show; React lifts them into `<head>`. */
export function PageSeo({ title, description, image, kind = "website", indexed = true }: PageSeoProps) {
  const { pathname, search } = useLocation()
  const { name, url } = useBusinessDetails()
  const fullTitle = title
    ? pageTitle(title, name)
    : `${name}: honey, gummies and natural sugars, delivered in the UK`
  const summary =
    description.length > LONGEST_DESCRIPTION
      ? `${description.slice(0, LONGEST_DESCRIPTION - 1).trimEnd()}…`
      : description
  const address = canonicalAddress(pathname, url)
  const picture = (image && shareAddress(image)) ?? DEFAULT_IMAGE
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={summary} />
      {indexed && !isSearchResult(search) ? (
        <link rel="canonical" href={address} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <meta property="og:site_name" content={name} />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:type" content={kind} />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={summary} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={new URL(picture, url).href} />
      <meta property="og:image:width" content={String(SHARE_WIDTH)} />
      <meta property="og:image:height" content={String(SHARE_HEIGHT)} />
      <meta property="og:image:alt" content={title ?? name} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** A title alone, for pages that have nothing else to say of themselves yet. */
export function PageTitle({ title }: { title: string }) {
  return <title>{pageTitle(title, useBusinessDetails().name)}</title>
}

/** A page's title with the shop's name after it. */
const pageTitle = (title: string, shopName: string): string => `${title} | ${shopName}`

/**
 * The one address of a page that answers to several: paths match in any case, with or without a slash at the end, and
 * a list is the same list in any order.
 * @param pathname of the address it was asked under
 */
export function canonicalAddress(pathname: string, origin: string): string {
  return new URL(pathname.toLowerCase().replace(/\/+$/, "") || "/", origin).href
}

/** True for the answer to somebody's search: endless pages that no search engine wants. */
export const isSearchResult = (search: string): boolean =>
  Boolean(new URLSearchParams(search).get("search")?.trim())
