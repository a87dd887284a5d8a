import type { Product } from "@shop/contracts"
import { useQuery } from "@tanstack/react-query"
import { categoryProductsQuery, featuredProductsQuery } from "../../api/products"
import { suits, useRememberedDiets } from "../../lib/diets"
import { Section } from "../../ui/page-head"
import { ProductGrid } from "./product-grid"
import { relatedTo } from "./related-to"

export function RelatedProducts(to: Pick<Product, "id" | "categoryId">) {
  const siblings = useQuery(categoryProductsQuery(to.categoryId))
  const featured = useQuery(featuredProductsQuery())
  const diets = useRememberedDiets()
  // With one of them only, the cards would change places when the other has loaded.
  if (siblings.isPending || featured.isPending) return <div className="product-rest" />
  const suiting = (all: readonly Product[] = []) => all.filter((one) => suits(one, diets))
  const related = relatedTo(to, suiting(siblings.data), suiting(featured.data))
  if (related.length === 0) return null
  return (
    <Section title="You May Also Like" className="section--sunk">
      <ProductGrid products={related} />
    </Section>
  )
}
