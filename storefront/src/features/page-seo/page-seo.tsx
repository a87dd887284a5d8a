import { useLocation } from "react-router-dom"
import { pageTitle, SHOP_NAME } from "../../lib/page-title"
import { useShopFacts } from "../../ui/shop-facts-context"

interface PageSeoProps {
  /** The page's own title; left out, the shop's name stands alone. */
  title?: string
  description: string
  /** A picture of what the page is about, as a path on this origin. */
  image?: string | null
  /** False for pages nobody should find by searching. */
  indexed?: boolean
}

const DEFAULT_IMAGE = "/art/social.png"
const LONGEST_DESCRIPTION = 160

/** Title, description, canonical address and the card other sites show; React lifts them into `<head>`. */
export function PageSeo({ title, description, image, indexed = true }: PageSeoProps) {
  const { pathname } = useLocation()
  const { url } = useShopFacts()
  const fullTitle = title
    ? pageTitle(title)
    : `${SHOP_NAME}: honey, gummies and natural sugars, delivered in the UK`
  const summary =
    description.length > LONGEST_DESCRIPTION
      ? `${description.slice(0, LONGEST_DESCRIPTION - 1).trimEnd()}…`
      : description
  const address = new URL(pathname.toLowerCase(), url).href
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={summary} />
      {indexed ? <link rel="canonical" href={address} /> : <meta name="robots" content="noindex" />}
      <meta property="og:site_name" content={SHOP_NAME} />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={summary} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={new URL(image ?? DEFAULT_IMAGE, url).href} />
    </>
  )
}
