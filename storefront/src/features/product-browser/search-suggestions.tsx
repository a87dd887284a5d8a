import { counted, type Diet, inThousands } from "@shop/contracts"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { type RefObject, useEffect, useState } from "react"
import { categoriesQuery } from "../../api/catalogue"
import { suggestionsQuery } from "../../api/product-list"
import {
  AllResultsOption,
  CategoryOption,
  OptionGroup,
  ProductOption,
  matchingCategories,
  optionAfter,
  SHORTEST_SEARCH,
} from "./suggestion-options"

const MOST_PRODUCTS = 6

export interface SearchSuggestionsProps {
  id: string
  box: RefObject<HTMLInputElement | null>
  /** The search once the shopper has paused, without space around it. */
  search: string
  diets: readonly Diet[]
  /** Whether the shopper is typing a search, and has not closed the suggestions. */
  isWanted: boolean
  onChoose: () => void
  onChange: (isOpen: boolean, activeId: string | undefined) => void
}

/** The listbox of a combobox as in the ARIA Authoring Practices Guide. The focus stays in the search box. */
export function SearchSuggestions({
  id,
  box,
  search,
  diets,
  isWanted,
  onChoose,
  onChange,
}: SearchSuggestionsProps) {
  const optionId = (index: number) => `${id}-${String(index)}`
  const { shownSearch, correction, products, categories, total } = useSuggestions(search, diets, isWanted)
  const suggestions = categories.length + products.length
  const options = products.length > 0 ? suggestions + 1 : suggestions
  const isOpen = isWanted && options > 0
  const [active, setActive] = useState<number | null>(null)
  const activeId = isOpen && active !== null ? optionId(active) : undefined

  useEffect(() => setActive(null), [search, isOpen])
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" })
    onChange(isOpen, activeId)
  }, [isOpen, activeId, onChange])
  useEffect(() => {
    const input = box.current
    const press = (event: KeyboardEvent) => {
      const isStep = event.key === "ArrowDown" || event.key === "ArrowUp"
      const isClosing = event.key === "Escape" && isOpen
      const isChoosing = event.key === "Enter" && activeId !== undefined
      if (event.isComposing) return
      // Otherwise the text would lose its place, or be emptied, or be searched for.
      if (isStep || isClosing || isChoosing) event.preventDefault()
      if (isStep && isOpen) setActive(optionAfter(active, event.key === "ArrowDown" ? 1 : -1, options))
      else if (isChoosing) document.getElementById(activeId)?.click()
      else setActive(null)
    }
    input?.addEventListener("keydown", press)
    return () => input?.removeEventListener("keydown", press)
  }, [box, isOpen, active, activeId, options])

  const option = (index: number) => ({
    id: optionId(index),
    isActive: index === active,
    onPoint: () => setActive(index),
    onChoose,
  })
  return (
    <>
      <p className="visually-hidden" role="status">
        {isOpen && counted(suggestions, "suggestion")}
        {isOpen && correction && ` for ${correction}`}
      </p>
      {isOpen && (
        // A press on an option must not take the focus from the box.
        <div className="suggestions" onMouseDown={(event) => event.preventDefault()}>
          {correction && (
            <p className="suggestions__correction">
              Suggestions for <strong>{correction}</strong>
            </p>
          )}
          <div id={id} role="listbox" aria-label="Search suggestions">
            <OptionGroup label="Categories">
              {categories.map((category, index) => (
                <CategoryOption
                  key={category.id}
                  category={category}
                  search={shownSearch}
                  {...option(index)}
                />
              ))}
            </OptionGroup>
            <OptionGroup label="Products">
              {products.map((product, index) => (
                <ProductOption
                  key={product.id}
                  product={product}
                  search={shownSearch}
                  {...option(categories.length + index)}
                />
              ))}
            </OptionGroup>
            {products.length > 0 && (
              <AllResultsOption search={shownSearch} diets={diets} total={total} {...option(suggestions)} />
            )}
          </div>
        </div>
      )}
    </>
  )
}

/** While a search loads, the previous suggestions stay; offline there are none. */
function useSuggestions(search: string, diets: readonly Diet[], isWanted: boolean) {
  const enabled = isWanted && search.length >= SHORTEST_SEARCH
  const list = useQuery({
    ...suggestionsQuery(search, diets, MOST_PRODUCTS),
    enabled,
    placeholderData: keepPreviousData,
  })
  const { data: categories = [] } = useQuery({ ...categoriesQuery(), enabled })
  const found = enabled && list.fetchStatus !== "paused" ? list.data : undefined
  const correction = found?.correction ?? null
  const shownSearch = correction ?? search
  return {
    shownSearch,
    correction,
    products: found?.products ?? [],
    categories: found ? matchingCategories(categories, shownSearch) : [],
    /** The number of products of the search; null while it loads. */
    total: found && !list.isPlaceholderData ? inThousands(found.total) : null,
  }
}
