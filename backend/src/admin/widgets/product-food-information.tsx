import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Button, StatusBadge, Text } from "@medusajs/ui"
import type { ProductFactsView } from "@shop/contracts/staff"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { factsQuery, isVatChosen } from "../food-information/draft"
import { FoodInformationForm } from "../food-information/form"
import { FoodInformationSummary } from "../food-information/summary"
import { LoadError } from "../components/load-error"
import { Section } from "../components/section"

/** Medusa places widgets below its own sections; what keeps a product from being sold must be seen. */
const COMES_FIRST = { order: -1 }

const ProductFoodInformation = ({ data }: { data: { id: string } }) => {
  const query = useQuery(factsQuery(data.id))
  const { data: product, error } = query
  const [isOpen, setIsOpen] = useState(false)
  const missing = product ? missingOf(product) : []
  return (
    <Section
      title="Food information"
      style={COMES_FIRST}
      badge={product && <Readiness product={product} missing={missing.length} />}
      actions={
        <Button
          size="small"
          variant="secondary"
          aria-label="Edit food information"
          disabled={!product}
          onClick={() => setIsOpen(true)}
        >
          Edit
        </Button>
      }
    >
      <LoadError what="The food information could not be loaded" of={query} className="px-6 py-4" />
      {!product && !error && (
        <Text size="small" className="text-ui-fg-muted px-6 py-4">
          Loading…
        </Text>
      )}
      {product && missing.length > 0 && (
        <div className="bg-ui-tag-orange-bg text-ui-tag-orange-text px-6 py-3">
          <Text size="small" weight="plus">
            {product.status === "published" ? "Missing:" : "Not on sale yet. Missing:"}
          </Text>
          <ul className="txt-small list-disc pl-5">
            {missing.map(({ field, words }) => (
              <li key={field}>{words}</li>
            ))}
          </ul>
        </div>
      )}
      {product && (
        <details>
          <summary className="text-ui-fg-subtle txt-compact-small cursor-pointer px-6 py-3">
            Tax, shop listing and food information
          </summary>
          <FoodInformationSummary product={product} />
        </details>
      )}
      {product && isOpen && <FoodInformationForm product={product} isOpen onClose={() => setIsOpen(false)} />}
    </Section>
  )
}

/** What the backend asks for, and the choice of the VAT rate. */
const missingOf = (product: ProductFactsView) => [
  ...(isVatChosen(product) ? [] : [{ field: "vat", words: "the VAT rate" }]),
  ...product.missing,
]

function Readiness({ product: { isFood, status }, missing }: { product: ProductFactsView; missing: number }) {
  if (!isFood) return <StatusBadge color="grey">Not food</StatusBadge>
  if (missing > 0) return <StatusBadge color="orange">{missing} missing</StatusBadge>
  return <StatusBadge color="green">{status === "published" ? "Published" : "Complete"}</StatusBadge>
}

export const config = defineWidgetConfig({ zone: "product.details.before" })

export default ProductFoodInformation
