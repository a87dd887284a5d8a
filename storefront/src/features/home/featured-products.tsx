import { FEATURED_LIMIT, type Product } from "@shop/contracts"
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { featuredProductsQuery } from "../../api/products"
import { ButtonLink } from "../../ui/button"
import { LoadFailed, SkeletonCards } from "../../ui/load-states"
import { Section } from "../../ui/section"

/** The featured products; nothing when there are none. */
export function FeaturedProducts({ renderGrid }: { renderGrid: (products: Product[]) => ReactNode }) {
  const featured = useQuery(featuredProductsQuery())
  if (featured.data?.length === 0) return null
  return (
    <Section title="Featured Products" aside={<ViewAll />}>
      {featured.isPending && <SkeletonCards count={FEATURED_LIMIT} />}
      {featured.isError && (
        <LoadFailed what="our featured products" onRetry={() => void featured.refetch()} />
      )}
      {featured.data && renderGrid(featured.data.slice(0, FEATURED_LIMIT))}
    </Section>
  )
}

function ViewAll() {
  return (
    <ButtonLink to="/products" look="secondary">
      View All Products
    </ButtonLink>
  )
}
