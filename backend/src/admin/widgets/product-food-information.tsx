import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Button, Container, Heading, StatusBadge, Text } from "@medusajs/ui"
import type { ProductFactsView } from "@shop/contracts/staff"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { factsQuery } from "../food-information/draft"
import { FoodInformationForm } from "../food-information/form"
import { FoodInformationSummary } from "../food-information/summary"
import { LoadError } from "../components/load-error"

/** The food information of a product, and what is missing before it can be sold. */
const ProductFoodInformation = ({ data }: { data: { id: string } }) => {
  const { data: product, error, refetch } = useQuery(factsQuery(data.id))
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Container className="divide-y p-0">
      <div className="flex items-center justify-between px-6 py-4">
        <div className="flex items-center gap-x-3">
          <Heading level="h2">Food information</Heading>
          {product && <Readiness product={product} />}
        </div>
        <Button
          size="small"
          variant="secondary"
          aria-label="Edit food information"
          disabled={!product}
          onClick={() => setIsOpen(true)}
        >
          Edit
        </Button>
      </div>
      {error && (
        <div className="px-6 py-4">
          <LoadError
            what="The food information could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {!product && !error && (
        <Text size="small" className="text-ui-fg-muted px-6 py-4">
          Loading…
        </Text>
      )}
      {product && product.missing.length > 0 && (
        <div className="bg-ui-tag-orange-bg text-ui-tag-orange-text px-6 py-3">
          <Text size="small" weight="plus">
            Required before this product can be sold:
          </Text>
          <ul className="txt-small list-disc pl-5">
            {product.missing.map(({ field, words }) => (
              <li key={field}>{words}</li>
            ))}
          </ul>
        </div>
      )}
      {product && <FoodInformationSummary product={product} />}
      {product && isOpen && <FoodInformationForm product={product} isOpen onClose={() => setIsOpen(false)} />}
    </Container>
  )
}

function Readiness({ product: { isFood, missing, status } }: { product: ProductFactsView }) {
  if (!isFood) return <StatusBadge color="grey">Not food</StatusBadge>
  if (missing.length > 0) return <StatusBadge color="orange">{missing.length} missing</StatusBadge>
  return <StatusBadge color="green">{status === "published" ? "On sale" : "Complete"}</StatusBadge>
}

export const config = defineWidgetConfig({ zone: "product.details.after" })

export default ProductFoodInformation
