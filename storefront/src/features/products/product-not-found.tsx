import { ButtonLink } from "../../ui/button"
import { EmptyState } from "../../ui/load-states"

export function ProductNotFound() {
  return (
    <EmptyState
      level={1}
      title="Product Not Found"
      art="/art/not-found.svg"
      text="The product you're looking for doesn't exist or has been removed."
    >
      <ButtonLink to="/products">Browse All Products</ButtonLink>
    </EmptyState>
  )
}
