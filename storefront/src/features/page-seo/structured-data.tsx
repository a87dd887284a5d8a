import type { Category, Product } from "@shop/contracts"
import { Children, createContext, isValidElement, type ReactNode, useContext } from "react"
import { type BusinessDetails, useBusinessDetails } from "../../lib/business-details"
import { shareAddress } from "../../lib/picture-address"
import { isSoldOut, sizesOf } from "../../lib/sizes"

/**
 * Collects structured data while the server renders. Search engines read the server's HTML, so the browser's bundle
 * contains none of this.
 */
export const StructuredDataContext = createContext<(thing: StructuredData) => void>(() => undefined)

interface Step {
  to: string
  label: string
}

/** The product and its price. */
export function ProductStructuredData({
  product,
  category,
}: {
  product: Product
  category: Category | null
}) {
  const [tell, facts] = [useContext(StructuredDataContext), useBusinessDetails()]
  if (import.meta.env.SSR) tell(productData(product, category, facts))
  return null
}

/** The path from the home page. The last step is the page itself. */
export function BreadcrumbStructuredData({ steps }: { steps: readonly Step[] }) {
  const [tell, facts] = [useContext(StructuredDataContext), useBusinessDetails()]
  if (import.meta.env.SSR) tell(breadcrumbData(steps, facts))
  return null
}

/** The shop and its site search. */
export function ShopStructuredData() {
  const [tell, facts] = [useContext(StructuredDataContext), useBusinessDetails()]
  if (import.meta.env.SSR) {
    tell(organizationData(facts))
    tell(websiteData(facts))
  }
  return null
}

/** The questions that the page answers. */
export function FaqStructuredData({ items }: { items: readonly { title: string; content: ReactNode }[] }) {
  const tell = useContext(StructuredDataContext)
  if (import.meta.env.SSR) {
    tell(faqData(items.map(({ title, content }) => ({ question: title, answer: textOf(content) }))))
  }
  return null
}

/** One object of schema.org's vocabulary. */
export interface StructuredData {
  "@type": string
  [property: string]: unknown
}

const SOCIAL_IMAGE = "/art/social.png"
const LOGO = "/art/icon-512.png"

/** A product with its price and availability. */
function productData(
  product: Product,
  category: Category | null,
  { name, url }: BusinessDetails,
): StructuredData {
  const address = absolute(`/product/${product.slug}`, url)
  const pictures = product.image ? [shareAddress(product.image), product.image] : [SOCIAL_IMAGE]
  return {
    "@type": "Product",
    "@id": `${address}#product`,
    name: product.name,
    description: product.description,
    sku: product.id,
    url: address,
    image: pictures.flatMap((path) => (path ? [absolute(path, url)] : [])),
    brand: { "@type": "Brand", name },
    ...(category && { category: category.name }),
    offers: {
      ...priceOf(product),
      url: address,
      priceCurrency: "GBP",
      availability: `https://schema.org/${isSoldOut(product) ? "OutOfStock" : "InStock"}`,
      itemCondition: "https://schema.org/NewCondition",
      areaServed: "GB",
      seller: { "@id": organizationId(url) },
    },
  }
}

/** One price, or the price range of several sizes. */
function priceOf(product: Product) {
  const prices = sizesOf(product).map(({ price }) => price)
  if (prices.length === 0) return { "@type": "Offer", price: product.price }
  const sorted = prices.toSorted((one, other) => Number(one) - Number(other))
  return {
    "@type": "AggregateOffer",
    lowPrice: sorted[0],
    highPrice: sorted.at(-1),
    offerCount: prices.length,
  }
}

/** The path from the home page. */
function breadcrumbData(
  steps: readonly { to: string; label: string }[],
  { url }: BusinessDetails,
): StructuredData {
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ to, label }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      item: absolute(to, url),
    })),
  }
}

/** The seller. Demo values are left out. */
function organizationData(facts: BusinessDetails): StructuredData {
  const { name, legalName, address, email, phone, vatNumber, social, url, demo } = facts
  return {
    "@type": "OnlineStore",
    "@id": organizationId(url),
    name,
    url: absolute("/", url),
    logo: absolute(LOGO, url),
    ...(!demo &&
      legalName !== "" && {
        legalName,
        address,
        email,
        telephone: phone,
        ...(vatNumber && { vatID: vatNumber }),
        ...(social.length > 0 && { sameAs: social.map(({ url: profile }) => profile) }),
      }),
  }
}

/** The site and how it is searched. */
function websiteData({ name, url }: BusinessDetails): StructuredData {
  return {
    "@type": "WebSite",
    name,
    url: absolute("/", url),
    inLanguage: "en-GB",
    publisher: { "@id": organizationId(url) },
    potentialAction: {
      "@type": "SearchAction",
      target: {
        "@type": "EntryPoint",
        urlTemplate: `${absolute("/products", url)}?search={search_term_string}`,
      },
      "query-input": "required name=search_term_string",
    },
  }
}

/** The questions with plain-text answers. */
function faqData(questions: readonly { question: string; answer: string }[]): StructuredData {
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  }
}

const absolute = (path: string, origin: string) => new URL(path, origin).href
const organizationId = (origin: string) => `${absolute("/", origin)}#shop`

const INLINE = new Set<unknown>(["a", "strong", "em", "span", "small", "b", "i"])

/** The text of an element without markup. Block elements are separated by a space. */
export function textOf(node: ReactNode): string {
  return rawTextOf(node).replace(/\s+/g, " ").trim()
}

function rawTextOf(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return String(node)
  return Children.toArray(node)
    .map((child) => {
      if (!isValidElement<{ children?: ReactNode }>(child))
        return typeof child === "object" ? "" : String(child)
      const words = rawTextOf(child.props.children)
      return INLINE.has(child.type) || typeof child.type !== "string" ? words : `${words} `
    })
    .join("")
}
