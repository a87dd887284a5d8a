import { useQuery } from "@tanstack/react-query"
import { categoriesQuery } from "../../api/categories"
import { PrefetchLink } from "../../ui/prefetch-link"

/** From shelf to shelf: everything, or one category. Without the categories it is left out; the list does not need it. */
export function CategoryLinks({ current }: { current: string }) {
  const { data: categories } = useQuery(categoriesQuery())
  if (!categories || categories.length === 0) return null
  const shelves = [{ slug: "", name: "Everything" }, ...categories]
  return (
    <nav aria-label="Shelves" className="category-links">
      <ul>
        {shelves.map(({ slug, name }) => (
          <li key={slug}>
            <PrefetchLink
              to={slug ? `/products/category/${slug}` : "/products"}
              aria-current={slug === current ? "page" : undefined}
            >
              {name}
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
