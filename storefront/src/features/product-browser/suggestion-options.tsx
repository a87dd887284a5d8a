import type { Category, Product } from "@shop/contracts"
import type { ReactNode } from "react"
import { formatPounds } from "../../lib/money"
import { cheapestSize } from "../../lib/sizes"
import { Icon, LineDrawing } from "../../ui/icon"
import { Picture } from "../../ui/picture"
import { PrefetchLink } from "../../ui/prefetch-link"
import { partsOf } from "./suggestions"

const ARROW = "M4 12h15m-6-6 6 6-6 6"

interface OptionProps {
  id: string
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

/** Options with a heading; nothing without options. */
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
    <Option to={`/products/category/${slug}`} className="suggestions__category" {...option}>
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
    <Option to={`/product/${product.slug}`} className="suggestions__product" {...option}>
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
  total,
  ...option
}: OptionProps & { search: string; total: string | null }) {
  return (
    <Option
      to={`/products?${new URLSearchParams({ search }).toString()}`}
      className="suggestions__all"
      {...option}
    >
      <span className="suggestions__name">See all results for “{search}”</span>{" "}
      {total !== null && <span className="suggestions__count">{total}</span>}
      <LineDrawing path={ARROW} />
    </Option>
  )
}

const Marked = ({ name, search }: { name: string; search: string }) =>
  partsOf(name, search).map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text))
