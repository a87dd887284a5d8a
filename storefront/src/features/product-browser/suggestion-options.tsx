import type { Category, Diet, Product } from "@shop/contracts"
import type { ReactNode } from "react"
import { categoryPath, productPath } from "../../lib/links"
import { formatPounds } from "../../lib/money"
import { cheapestSize } from "../../lib/sizes"
import { Icon, LineDrawing } from "../../ui/icon"
import { Picture } from "../../ui/picture"
import { PrefetchLink } from "../../ui/prefetch-link"
import { withDiets } from "./selection"

const ARROW = "M4 12h15m-6-6 6 6-6 6"

interface OptionProps {
  id: string
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

export function OptionGroup({ label, children }: { label: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <div role="group" aria-label={label}>
      <p className="suggestions__heading" aria-hidden="true">
        {label}
      </p>
      {children}
    </div>
  )
}

/** A link, so that it opens in a new tab as well. The keyboard reaches it through the search box only. */
function Option({
  id,
  isActive,
  onPoint,
  onChoose,
  to,
  className,
  children,
}: OptionProps & { to: string; className: string; children: ReactNode }) {
  return (
    <PrefetchLink
      to={to}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      instant
      className={`suggestions__option ${className}`}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      {children}
    </PrefetchLink>
  )
}

export function CategoryOption({
  category: { name, slug },
  search,
  ...option
}: OptionProps & { category: Category; search: string }) {
  return (
    <Option to={categoryPath(slug)} className="suggestions__category" {...option}>
      <Icon name="leaf" />
      <span className="suggestions__name">
        <Marked name={name} search={search} />
      </span>
    </Option>
  )
}

export function ProductOption({
  product,
  search,
  ...option
}: OptionProps & { product: Product; search: string }) {
  const cheapest = cheapestSize(product)
  return (
    <Option to={productPath(product.slug)} className="suggestions__product" {...option}>
      <Picture src={product.image} alt="" use="order-line" when="soon" />
      <span className="suggestions__name">
        <Marked name={product.name} search={search} />
      </span>{" "}
      <span className="suggestions__price">
        {cheapest && <small>from </small>}
        {formatPounds((cheapest ?? product).price)}
      </span>
    </Option>
  )
}

export function AllResultsOption({
  search,
  diets,
  total,
  ...option
}: OptionProps & { search: string; diets: readonly Diet[]; total: string | null }) {
  const to = `/products${withDiets(new URLSearchParams({ search }), diets)}`
  return (
    <Option to={to} className="suggestions__all" {...option}>
      <span className="suggestions__name">See all results for “{search}”</span>{" "}
      {total !== null && <span className="suggestions__count">{total}</span>}
      <LineDrawing path={ARROW} />
    </Option>
  )
}

const Marked = ({ name, search }: { name: string; search: string }) =>
  partsOf(name, search).map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text))

/** A shorter search matches too much to be worth suggesting. */
export const SHORTEST_SEARCH = 2
const MOST_CATEGORIES = 3

/** The categories with the search in their name, ignoring case. */
export function matchingCategories(categories: readonly Category[], search: string): Category[] {
  const wanted = search.toLowerCase()
  return categories.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, MOST_CATEGORIES)
}

export interface NamePart {
  text: string
  isMatch: boolean
}

/** Splits a name at each occurrence of the search, ignoring case. Joined, the parts are the name. */
export function partsOf(name: string, search: string): NamePart[] {
  if (search === "") return [{ text: name, isMatch: false }]
  const literal = search.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
  return name
    .split(new RegExp(`(${literal})`, "giu"))
    .map((text, index) => ({ text, isMatch: index % 2 === 1 }))
    .filter(({ text }) => text !== "")
}

/** The option that an arrow key reaches. Beyond either end is the text again: null. */
export function optionAfter(active: number | null, step: 1 | -1, count: number): number | null {
  const next = (active ?? (step === 1 ? -1 : count)) + step
  return next < 0 || next >= count ? null : next
}
