import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { categoryPath } from "../../lib/links"
import { categoriesQuery } from "../../api/catalogue"
import { PrefetchLink } from "../../ui/prefetch-link"

/** The list works without the categories. */
export function CategoryLinks({ current }: { current: string }) {
  const { data: categories } = useQuery(categoriesQuery())
  const row = useRef<HTMLUListElement>(null)
  // On a phone the row is longer than the window. It scrolls until the current category is in the middle.
  useEffect(() => {
    const here = row.current?.querySelector<HTMLElement>("[aria-current]")
    if (row.current && here)
      row.current.scrollLeft = here.offsetLeft - (row.current.clientWidth - here.offsetWidth) / 2
  }, [current, categories])
  if (!categories || categories.length === 0) return null
  const links = [{ slug: "", name: "Everything" }, ...categories]
  return (
    <nav aria-label="Product categories" className="category-links">
      <ul ref={row}>
        {links.map(({ slug, name }) => (
          <li key={slug}>
            <PrefetchLink
              to={slug ? categoryPath(slug) : "/products"}
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
