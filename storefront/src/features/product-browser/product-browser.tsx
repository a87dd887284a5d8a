import type { Product } from "@shop/contracts"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useCallback, useRef, type ReactNode } from "react"
import { useSearchParams } from "react-router-dom"
import { productListQuery } from "../../api/products"
import { Button } from "../../ui/button"
import { EmptyState } from "../../ui/empty-state"
import { LoadFailed } from "../../ui/load-failed"
import { SkeletonCards } from "../../ui/skeleton"
import { ListControls } from "./list-controls"
import { selectionFrom } from "./selection"

const SKELETON_CARDS = 8

interface ProductBrowserProps {
  /** A category's slug, or nothing for all products. */
  category: string
  renderGrid: (products: Product[]) => ReactNode
}

/** Products with search and sort; both live in the address, so that a list can be shared and Back works. */
export function ProductBrowser({ category, renderGrid }: ProductBrowserProps) {
  const [params, setParams] = useSearchParams()
  const selection = selectionFrom(params, category)
  const products = useQuery({ ...productListQuery(selection), placeholderData: keepPreviousData })

  const change = useCallback(
    (name: "search" | "sort", value: string) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current)
          if (value) next.set(name, value)
          else next.delete(name)
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  const searchBox = useRef<HTMLInputElement>(null)
  const clearSearch = () => {
    change("search", "")
    searchBox.current?.focus() // The button is gone with the search.
  }
  const search = useCallback((text: string) => change("search", text), [change])

  return (
    <>
      <ListControls
        search={selection.search}
        sort={selection.sort}
        onSearch={search}
        searchBox={searchBox}
        onSort={(sort) => change("sort", sort === "featured" ? "" : sort)}
      />
      <h2 className="visually-hidden">Products</h2>
      <p className="visually-hidden" role="status">
        {products.data && !products.isPlaceholderData && `${products.data.length} products`}
      </p>
      {products.isPending && <SkeletonCards count={SKELETON_CARDS} />}
      {products.isError && <LoadFailed what="the products" onRetry={() => void products.refetch()} />}
      {products.data && products.data.length > 0 && renderGrid(products.data)}
      {products.data?.length === 0 && (
        <EmptyState
          title="No products found"
          art="/art/no-results.svg"
          text={
            selection.search
              ? `No products match the search term ${selection.search}`
              : "No products are available in this category at the moment."
          }
        >
          {selection.search && (
            <Button look="secondary" onClick={clearSearch}>
              Clear Search
            </Button>
          )}
        </EmptyState>
      )}
    </>
  )
}
