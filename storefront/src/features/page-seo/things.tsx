import type { Category, Product } from "@shop/contracts"
import { createContext, useContext, type ReactNode } from "react"
import {
  breadcrumbThing,
  faqThing,
  organizationThing,
  productThing,
  websiteThing,
  type Thing,
} from "../../lib/structured-data"
import { textOf } from "../../lib/text-of"
import { useShopFacts } from "../../ui/shop-facts-context"

/**
 * Collects what a page is about while the server draws it. Search engines read pages as the server sent them, so in the
 * browser nothing is told, and none of the words below are in its bundle.
 */
export const ThingsContext = createContext<(thing: Thing) => void>(() => undefined)

interface Step {
  to: string
  label: string
}

/** Tells what is sold here, and for how much. */
export function ProductThing({ product, category }: { product: Product; category: Category | null }) {
  const [tell, facts] = [useContext(ThingsContext), useShopFacts()]
  if (import.meta.env.SSR) tell(productThing(product, category, facts))
  return null
}

/** Tells the way from the front page to here; the last step is the page itself. */
export function BreadcrumbThing({ steps }: { steps: readonly Step[] }) {
  const [tell, facts] = [useContext(ThingsContext), useShopFacts()]
  if (import.meta.env.SSR) tell(breadcrumbThing(steps, facts))
  return null
}

/** Tells whose site this is and how it is searched. */
export function ShopThings() {
  const [tell, facts] = [useContext(ThingsContext), useShopFacts()]
  if (import.meta.env.SSR) {
    tell(organizationThing(facts))
    tell(websiteThing(facts))
  }
  return null
}

/** Tells the questions that the page answers. */
export function FaqThing({ items }: { items: readonly { title: string; content: ReactNode }[] }) {
  const tell = useContext(ThingsContext)
  if (import.meta.env.SSR) {
    tell(faqThing(items.map(({ title, content }) => ({ question: title, answer: textOf(content) }))))
  }
  return null
}
