import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { MouseEvent } from "react"
import { useLocation } from "react-router-dom"
import { useSearchParams } from "../../lib/navigator"
import { productListQuery, type ProductList, type ProductSelection } from "../../api/product-list"
import { ButtonLink } from "../../ui/button"
import { isPlainClick } from "../../ui/prefetch-link"
import { beginningAt, MOST_PAGES } from "./selection"

interface LoadMoreProps {
  selection: ProductSelection
  list: ProductList
  onLoaded: (pages: number) => void
}

/** For browsers without scripts, new tabs and search engines. A plain click loads the products below those shown. */
export function LoadMore({ selection, list, onLoaded }: LoadMoreProps) {
  const client = useQueryClient()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const pages = selection.pages + 1
  const more = useMutation({
    mutationFn: () => client.query({ ...productListQuery({ ...selection, pages }), staleTime: "static" }),
  })
  if (list.next === null) return null

  const load = (event: MouseEvent<HTMLAnchorElement>) => {
    if (pages > MOST_PAGES || !isPlainClick(event, event.currentTarget)) return
    event.preventDefault()
    if (!more.isPending) more.mutate(undefined, { onSuccess: () => onLoaded(pages) })
  }
  return (
    <div className="load-more">
      {more.isError && <p role="alert">We could not load more products. Please try again.</p>}
      <ButtonLink
        look="secondary"
        rel="next"
        to={`${pathname}${beginningAt(params, list.next)}#main`}
        aria-disabled={more.isPending || undefined}
        onClick={load}
      >
        {more.isPending ? "Loading…" : "Load more"}
      </ButtonLink>
    </div>
  )
}
