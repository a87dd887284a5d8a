import type { Category, Product } from "@shop/contracts"
import { createContext, useContext, type ReactNode } from "react"
import {
  breadcrumbData,
  faqData,
  organizationData,
  productData,
  websiteData,
  type StructuredData,
} from "../../lib/structured-data"
import { textOf } from "../../lib/text-of"
import { useBusinessDetails } from "../../ui/business-details-context"

/**
 * Collects what a page is about while the server draws it. Search engines read pages as the server sent them, so in the
 * browser nothing is told, and none of the words below are in its bundle.
 */
export const StructuredDataContext = createContext<(thing: StructuredData) => void>(() => undefined)

interface Step {
  to: string
  label: string
}

/** Tells what is sold here, and for how much. */
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

/** Tells the way from the front page to here; the last step is the page itself. */
export function BreadcrumbStructuredData({ steps }: { steps: readonly Step[] }) {
  const [tell, facts] = [useContext(StructuredDataContext), useBusinessDetails()]
  if (import.meta.env.SSR) tell(breadcrumbData(steps, facts))
  return null
}

/** Tells whose site this is and how it is searched. */
export function ShopStructuredData() {
  const [tell, facts] = [useContext(StructuredDataContext), useBusinessDetails()]
  if (import.meta.env.SSR) {
    tell(organizationData(facts))
    tell(websiteData(facts))
  }
  return null
}

/** Tells the questions that the page answers. */
export function FaqStructuredData({ items }: { items: readonly { title: string; content: ReactNode }[] }) {
  const tell = useContext(StructuredDataContext)
  if (import.meta.env.SSR) {
    tell(faqData(items.map(({ title, content }) => ({ question: title, answer: textOf(content) }))))
  }
  return null
}
