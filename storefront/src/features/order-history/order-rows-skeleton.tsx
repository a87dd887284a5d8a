/** Rows of the final size while the orders are on their way. */
export function OrderRowsSkeleton({ count }: { count: number }) {
  return (
    <div className="order-rows" role="status" aria-label="Loading your orders">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="order-row order-row--skeleton skeleton" aria-hidden="true" />
      ))}
    </div>
  )
}
