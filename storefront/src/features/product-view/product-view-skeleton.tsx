/** A product's page before its data: the same boxes in the same places. */
export function ProductViewSkeleton() {
  return (
    <div className="product-view" role="status" aria-label="Loading">
      <div className="product-view__frame skeleton" aria-hidden="true" />
      <div className="product-view__text" aria-hidden="true">
        <div className="skeleton skeleton-card__line" />
        <div className="skeleton skeleton-card__line skeleton-card__line--short" />
        <div className="skeleton product-view__skeleton-text" />
      </div>
    </div>
  )
}
