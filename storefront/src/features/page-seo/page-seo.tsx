import { useLocation } from "react-router-dom"
import { canonicalAddress, isSearchResult } from "../../lib/page-address"
import { pageTitle } from "../../lib/page-title"
import { SHARE_HEIGHT, SHARE_WIDTH, shareAddress } from "../../lib/picture-address"
import { useBusinessDetails } from "../../ui/business-details-context"

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
