import { Icon } from "./icon"
import { PrefetchLink } from "./prefetch-link"

export const PRODUCTS_TRAIL = [
  { to: "/", label: "Home" },
  { to: "/products", label: "Products" },
]

export function Breadcrumb({
  steps,
  current,
}: {
  steps: readonly { to: string; label: string }[]
  current: string
}) {
  return (
    <nav aria-label="Breadcrumb" className="breadcrumb">
      <ol>
        {steps.map((step) => (
          <li key={step.to}>
            <PrefetchLink to={step.to}>{step.label}</PrefetchLink>
            <Icon name="chevron" />
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  )
}
