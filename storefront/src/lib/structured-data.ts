import type { Category, Product } from "@shop/contracts"
import { isSoldOut, sizesOf } from "./sizes"
import { shareAddress } from "./picture-address"
import type { BusinessDetails } from "./business-details"

/** A thing in the words of schema.org, by which search engines know what a page is about. */
export interface StructuredData {
  "@type": string
  [property: string]: unknown
}

const SOCIAL_IMAGE = "/art/social.png"
const LOGO = "/art/icon-512.png"

/** A product with its offer: what it costs and whether it can be had. */
export function productData(
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

/** One price, or the span of several sizes. */
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

/** The way from the front page to here. */
export function breadcrumbData(
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

/** Who sells. Demo values are not told to anybody as facts. */
export function organizationData(facts: BusinessDetails): StructuredData {
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
export function websiteData({ name, url }: BusinessDetails): StructuredData {
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

/** Questions with their answers as plain text. */
export function faqData(questions: readonly { question: string; answer: string }[]): StructuredData {
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
