/** Grey placeholders of the final size, announced once. */
export function SkeletonCards({
  count,
  shape = "product",
}: {
  count: number
  shape?: "product" | "category"
}) {
  return (
    <div className="card-grid" role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={`skeleton-card skeleton-card--${shape}`} aria-hidden="true">
          <div className="skeleton skeleton-card__image" />
          <div className="skeleton skeleton-card__line" />
          <div className="skeleton skeleton-card__line skeleton-card__line--short" />
        </div>
      ))}
    </div>
  )
}
