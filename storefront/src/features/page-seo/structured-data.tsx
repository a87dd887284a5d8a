import {
  type Category,
  DELIVERY_DAYS,
  type NetQuantity,
  type Product,
  type ShippingOption,
  WITHDRAW_DAYS,
} from "@shop/contracts"
import { useQueryClient } from "@tanstack/react-query"
import { Children, createContext, isValidElement, type ReactNode, useContext } from "react"
import { shippingOptionsQuery } from "../../api/catalogue"
import { deliveryAlone } from "../../lib/cart-lines"
import { productPath } from "../../lib/links"
import { type BusinessDetails, useBusinessDetails } from "../../lib/business-details"
import { shareAddress } from "../../lib/picture-address"
import { policyPath } from "../../lib/policies"
import { imagesOf } from "../../lib/product-images"
import { isSoldOut, sizesOf } from "../../lib/sizes"

/** On the server only: search engines read its HTML, so the browser's bundle contains none of this. */
export const StructuredDataContext = createContext<(thing: StructuredData) => void>(() => undefined)

interface Step {
  to: string
  label: string
}

/** Tells search engines about the page. The facts are the shop's; the options are there once the page's data is. */
function useTell(
  describe: (facts: BusinessDetails, options: readonly ShippingOption[]) => StructuredData[],
): null {
  const [tell, facts, client] = [useContext(StructuredDataContext), useBusinessDetails(), useQueryClient()]
  if (import.meta.env.SSR)
    describe(facts, client.getQueryData(shippingOptionsQuery().queryKey) ?? []).forEach(tell)
  return null
}

export const ProductStructuredData = ({
  product,
  category,
}: {
  product: Product
  category: Category | null
}) => useTell((facts, options) => [productData(product, category, options, facts)])

/** The path from the home page. The last step is the page itself. */
export const BreadcrumbStructuredData = ({ steps }: { steps: readonly Step[] }) =>
  useTell((facts) => [breadcrumbData(steps, facts)])

export const ShopStructuredData = () => useTell((facts) => [organizationData(facts), websiteData(facts)])

export const FaqStructuredData = ({ items }: { items: readonly { title: string; content: ReactNode }[] }) =>
  useTell(() => [faqData(items.map(({ title, content }) => ({ question: title, answer: textOf(content) })))])

/** One object of schema.org's vocabulary. */
export interface StructuredData {
  "@type": string
  [property: string]: unknown
}

const SOCIAL_IMAGE = "/art/social.png"
const LOGO = "/art/icon-512.png"

function productData(
  product: Product,
  category: Category | null,
  options: readonly ShippingOption[],
  { name, url }: BusinessDetails,
): StructuredData {
  const address = absolute(productPath(product.slug), url)
  const pictures = product.image
    ? [shareAddress(product.image), ...imagesOf(product).map(({ src }) => src)]
    : [SOCIAL_IMAGE]
  return {
    "@type": "Product",
    "@id": `${address}#product`,
    name: product.name,
    description: product.description,
    sku: product.id,
    url: address,
    image: pictures.flatMap((path) => (path && URL.canParse(path, url) ? [absolute(path, url)] : [])),
    brand: { "@type": "Brand", name: product.food?.operator?.name ?? name },
    ...(category && { category: category.name }),
    offers: {
      ...priceOf(product),
      url: address,
      priceCurrency: "GBP",
      availability: `https://schema.org/${isSoldOut(product) ? "OutOfStock" : "InStock"}`,
      itemCondition: "https://schema.org/NewCondition",
      areaServed: "GB",
      seller: { "@id": organizationId(url) },
      ...(options.length > 0 && { shippingDetails: options.map((option) => shippingData(option, product)) }),
      hasMerchantReturnPolicy: returnPolicy(url),
    },
  }
}

function shippingData(option: ShippingOption, product: Product): StructuredData {
  const { min, max } = DELIVERY_DAYS[option.id]
  return {
    "@type": "OfferShippingDetails",
    shippingRate: { "@type": "MonetaryAmount", value: deliveryAlone(option, product), currency: "GBP" },
    shippingDestination: { "@type": "DefinedRegion", addressCountry: "GB" },
    deliveryTime: {
      "@type": "ShippingDeliveryTime",
      transitTime: { "@type": "QuantitativeValue", minValue: min, maxValue: max, unitCode: "DAY" },
    },
  }
}

const returnPolicy = (origin: string): StructuredData => ({
  "@type": "MerchantReturnPolicy",
  applicableCountry: "GB",
  returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
  merchantReturnDays: WITHDRAW_DAYS,
  returnMethod: "https://schema.org/ReturnByMail",
  returnFees: "https://schema.org/ReturnFeesCustomerResponsibility",
  merchantReturnLink: absolute(policyPath("returns"), origin),
})

/** The codes of UN/CEFACT for a unit and for the unit that its price is compared in. */
const UNIT_CODES: Record<NetQuantity["unit"], readonly [unit: string, base: string]> = {
  g: ["GRM", "KGM"],
  kg: ["KGM", "KGM"],
  ml: ["MLT", "LTR"],
  l: ["LTR", "LTR"],
}

/** The price with the quantity that it buys: search engines calculate the price per kilogram or litre. */
function unitPriceData(price: string, { value, unit }: NetQuantity): StructuredData {
  const [unitCode, base] = UNIT_CODES[unit]
  return {
    "@type": "UnitPriceSpecification",
    price,
    priceCurrency: "GBP",
    referenceQuantity: {
      "@type": "QuantitativeValue",
      value,
      unitCode,
      valueReference: { "@type": "QuantitativeValue", value: 1, unitCode: base },
    },
  }
}

function priceOf(product: Product) {
  const prices = sizesOf(product).map(({ price }) => price)
  if (prices.length === 0) {
    const { price, netQuantity } = product
    return {
      "@type": "Offer",
      price,
      ...(netQuantity && { priceSpecification: unitPriceData(price, netQuantity) }),
    }
  }
  const sorted = prices.toSorted((one, other) => Number(one) - Number(other))
  return {
    "@type": "AggregateOffer",
    lowPrice: sorted[0],
    highPrice: sorted.at(-1),
    offerCount: prices.length,
  }
}

function breadcrumbData(steps: readonly Step[], { url }: BusinessDetails): StructuredData {
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
