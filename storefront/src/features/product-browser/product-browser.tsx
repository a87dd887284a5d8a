import { counted, type Diet, DIET_LABELS, dietsIn, type Product, inThousands } from "@shop/contracts"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { type ReactNode, useCallback, useEffect, useRef } from "react"
import { useLocation } from "react-router-dom"
import { type ProductList, productListQuery } from "../../api/product-list"
import { requestedParams, useSearchParams } from "../../lib/navigator"
import { Button } from "../../ui/button"
import { EmptyState, LoadFailed } from "../../ui/load-states"
import { SkeletonCards } from "../../ui/skeleton-cards"
import { PrefetchLink } from "../../ui/prefetch-link"
import { rememberDiets, useRememberedDiets } from "../../lib/diets"
import { DietFilter } from "./diet-filter"
import { ListControls } from "./list-controls"
import { LoadMore } from "./load-more"
import { OtherCategories } from "./other-categories"
import { beginningAt, selectionFrom, exactly, toggled, withDiets } from "./selection"

const SKELETON_CARDS = 8

/** The number of products and, if they match it, the search. */
function countOf({ products, total, correction }: ProductList, search: string): string {
  const shown = products.length < total ? `${inThousands(products.length)} of ` : ""
  return `${shown}${counted(total, "product")}${search && !correction ? ` for “${search}”` : ""}`
}

interface ProductBrowserProps {
  /** A category's slug; empty for all products. */
  category: string
  renderGrid: (products: Product[]) => ReactNode
}

/** Products with search and sort. The address contains the selection, so that a list can be shared and Back works. */
export function ProductBrowser({ category, renderGrid }: ProductBrowserProps) {
  const { pathname } = useLocation()
  const [params, setParams] = useSearchParams()
  const selection = selectionFrom(params, category)
  const list = useQuery({ ...productListQuery(selection), placeholderData: keepPreviousData })
  // While another search loads, the products before it stay.
  const current = list.isPlaceholderData ? undefined : list.data
  const products = list.data?.products
  const { grid, focusAfter } = useFocusOnFirstNew(products?.length ?? 0)

  const change = useCallback(
    (name: "search" | "sort" | "pages", value: string) =>
      setParams((requested) => {
        const next = new URLSearchParams(name === "pages" ? requested : beginningAt(requested))
        if (name === "search") next.delete("exact")
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      }),
    [setParams],
  )
  const searchBox = useRef<HTMLInputElement>(null)
  const clearSearch = () => {
    change("search", "")
    searchBox.current?.focus() // The button disappears with the search.
  }
  const search = useCallback((text: string) => change("search", text), [change])
  const { diets } = selection
  const toggleDiet = (diet: Diet, isRemembered: boolean) =>
    setParams((requested) => {
      const next = toggled(selectionFrom(requested, category).diets, diet)
      if (isRemembered) rememberDiets(next)
      return new URLSearchParams(withDiets(requested, next))
    })
  /** Those that are requested; if the list that opens has none, those on the screen. */
  const remember = (isRemembered: boolean) => {
    const requested = selectionFrom(requestedParams(pathname) ?? params, category).diets
    rememberDiets(isRemembered ? (requested.length > 0 ? requested : diets) : [])
  }
  useRemembered(params, setParams)

  return (
    <>
      <DietFilter
        chosen={diets}
        addressOf={(some) => pathname + withDiets(params, some)}
        onToggle={toggleDiet}
        onRemember={remember}
      />
      <ListControls
        search={selection.search}
        diets={diets}
        sort={selection.sort}
        count={current ? countOf(current, selection.search) : ""}
        onSearch={search}
        searchBox={searchBox}
        onSort={(sort) => change("sort", sort === "featured" ? "" : sort)}
      />
      <h2 className="visually-hidden">Products</h2>
      <div role="status">
        {current?.correction && <SearchCorrection search={selection.search} shown={current.correction} />}
      </div>
      {list.isPending && <SkeletonCards count={SKELETON_CARDS} />}
      {list.isError && <LoadFailed what="the products" onRetry={() => void list.refetch()} />}
      {selection.after && (
        <p className="list-start">
          <PrefetchLink to={pathname + beginningAt(params)}>Back to the beginning of the list</PrefetchLink>
        </p>
      )}
      {products && products.length > 0 && <div ref={grid}>{renderGrid(products)}</div>}
      {current && (
        <LoadMore
          key={JSON.stringify(selection)}
          selection={selection}
          list={current}
          onLoaded={(pages) => {
            focusAfter(current.products.length)
            change("pages", String(pages))
          }}
        />
      )}
      {products?.length === 0 && (
        <EmptyState
          title="No products found"
          art="/art/no-results.svg"
          text={emptyText(selection.search, diets)}
        >
          {selection.search && (
            <Button look="secondary" onClick={clearSearch}>
              Clear Search
            </Button>
          )}
          {diets.length > 0 && (
            <Button
              look="secondary"
              onClick={() => {
                rememberDiets([])
                setParams((requested) => new URLSearchParams(withDiets(requested, [])))
              }}
            >
              Show every diet
            </Button>
          )}
          <OtherCategories />
        </EmptyState>
      )}
    </>
  )
}

function emptyText(search: string, diets: readonly Diet[]): string {
  if (diets.length > 0)
    return `Nothing here is sure to suit: ${diets.map((diet) => DIET_LABELS[diet]).join(", ")}.`
  return search
    ? `No products match the search term ${search}`
    : "No products are available in this category at the moment."
}

/** A list without diets in its address shows those that this device keeps. */
function useRemembered(params: URLSearchParams, setParams: ReturnType<typeof useSearchParams>[1]) {
  const remembered = useRememberedDiets()
  const wanted = params.has("diet") ? "" : remembered.join(" ")
  useEffect(() => {
    if (wanted) setParams((requested) => new URLSearchParams(withDiets(requested, dietsIn(wanted))))
  }, [wanted, setParams])
}

/** Focuses the first new product, without scrolling. @param count the number of products shown */
function useFocusOnFirstNew(count: number) {
  const grid = useRef<HTMLDivElement>(null)
  const shownBefore = useRef<number>(undefined)
  useEffect(() => {
    const before = shownBefore.current
    if (before === undefined || count <= before) return
    shownBefore.current = undefined
    const link = grid.current?.querySelectorAll("li")[before]?.querySelector("a")
    link?.focus({ preventScroll: true })
  }, [count])
  return { grid, focusAfter: (before: number) => void (shownBefore.current = before) }
}

interface SearchCorrectionProps {
  search: string
  shown: string
}

function SearchCorrection({ search, shown }: SearchCorrectionProps) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  return (
    <p className="search-correction">
      Showing results for <strong>{shown}</strong>.{" "}
      <PrefetchLink to={pathname + exactly(params)}>Search for {search} instead</PrefetchLink>
    </p>
  )
}
