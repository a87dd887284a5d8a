import { TAGLINE } from "@brand/copy/every-page"
import { useLocation } from "react-router-dom"
import { useBusinessDetails } from "../../lib/business-details"
import { normalPath } from "../../lib/links"
import { SHARE_HEIGHT, SHARE_WIDTH, shareAddress } from "../../lib/picture-address"

interface PageSeoProps {
  /** The page's title. Without one, the shop's name is the title. */
  title?: string
  description: string
  /** The contract's picture of the page's subject. */
  image?: string | null
  kind?: "website" | "product"
  indexed?: boolean
}

/** 1200 × 630, like every share picture. */
const DEFAULT_IMAGE = "/art/social.png"
const LONGEST_DESCRIPTION = 160

/** Title, description, canonical address and share card. React moves them into `<head>`. */
export function PageSeo({ title, description, image, kind = "website", indexed = true }: PageSeoProps) {
  const { pathname, search } = useLocation()
  const { name, url } = useBusinessDetails()
  const fullTitle = title ? pageTitle(title, name) : `${name}: ${TAGLINE}`
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

/** A title only, for a page that has no other data yet. */
export function PageTitle({ title }: { title: string }) {
  return <title>{pageTitle(title, useBusinessDetails().name)}</title>
}

const pageTitle = (title: string, shopName: string): string => `${title} | ${shopName}`

/** Lower case, without search parameters, end slash, and escapes of characters that need none (RFC 3986, section 6.2.2.2). */
export function canonicalAddress(pathname: string, origin: string): string {
  const path = pathname.replace(/%[2-7][\da-f]/gi, (escape) => {
    const character = decodeURIComponent(escape)
    return /[\w.~-]/.test(character) ? character : escape
  })
  return new URL(origin + normalPath(path)).href
}

/** True for search results, which search engines should not index. */
export const isSearchResult = (search: string): boolean =>
  Boolean(new URLSearchParams(search).get("search")?.trim())
