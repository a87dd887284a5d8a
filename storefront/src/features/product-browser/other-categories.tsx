import { useQuery } from "@tanstack/react-query"
import { categoriesQuery } from "../../api/catalogue"
import { categoryPath } from "../../lib/links"
import { Picture } from "../../ui/picture"
import { PrefetchLink } from "../../ui/prefetch-link"

/** Where there is nothing to show. Every page comes with the categories. */
export function OtherCategories() {
  const { data: categories = [] } = useQuery(categoriesQuery())
  if (categories.length === 0) return null
  return (
    <nav className="category-chips" aria-label="Or try">
      <p>Or try:</p>
      <ul>
        {categories.map(({ slug, name, image }) => (
          <li key={slug}>
            <PrefetchLink to={categoryPath(slug)}>
              <Picture src={image} alt="" use="order-line" />
              {name}
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
