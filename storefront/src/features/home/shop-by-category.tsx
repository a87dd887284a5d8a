import { useQuery } from "@tanstack/react-query"
import { categoriesQuery } from "../../api/catalogue"
import { LoadFailed, SkeletonCards } from "../../ui/load-states"
import { Picture } from "../../ui/picture"
import { PrefetchLink } from "../../ui/prefetch-link"
import { Section } from "../../ui/section"

const PLACEHOLDERS = 4

/** One card per category. */
export function ShopByCategory() {
  const categories = useQuery(categoriesQuery())
  return (
    <Section title="Shop By Category" className="section--sunk">
      {categories.isPending && <SkeletonCards count={PLACEHOLDERS} shape="category" />}
      {categories.isError && <LoadFailed what="the categories" onRetry={() => void categories.refetch()} />}
      {categories.data && (
        <ul className="category-grid">
          {categories.data.map((category) => (
            <li key={category.id} className="category-card">
              <Picture src={category.image} alt="" use="category" className="category-card__image" />
              <h3>
                <PrefetchLink to={`/products/category/${category.slug}`}>{category.name}</PrefetchLink>
              </h3>
              <p>{category.description}</p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
