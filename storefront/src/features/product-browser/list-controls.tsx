import { sortSchema, type Sort } from "@shop/contracts"
import { useEffect, useRef, useState, type Ref } from "react"
import { Button } from "../../ui/button"
import { Icon } from "../../ui/icon"

const SORT_LABELS = {
  featured: "Featured",
  "price-low": "Price: Low to High",
  "price-high": "Price: High to Low",
  name: "Name A-Z",
} as const satisfies Record<Sort, string>

/** The search waits this long for the next letter. */
const TYPING_PAUSE_MS = 200

interface ListControlsProps {
  search: string
  sort: Sort
  onSearch: (search: string) => void
  onSort: (sort: Sort) => void
  searchBox: Ref<HTMLInputElement>
}

/** Search box and 'Sort By' menu. It is a plain form, so it works without scripts and before they load. */
export function ListControls({ search, sort, onSearch, onSort, searchBox }: ListControlsProps) {
  const [typed, setTyped] = useState(search)
  const latest = useRef(search)
  const form = useRef<HTMLFormElement>(null)
  const isHydrated = useRef(false)

  // What the reader typed or chose before hydration is in the form only.
  useEffect(() => {
    if (isHydrated.current) return
    isHydrated.current = true
    const box = form.current?.elements.namedItem("search")
    if (box instanceof HTMLInputElement) setTyped(box.value)
    const menu = form.current?.elements.namedItem("sort")
    if (menu instanceof HTMLSelectElement && menu.value !== sort) onSort(sortSchema.parse(menu.value))
  }, [sort, onSort])

  // The address can change without the search box: Clear Search, Back.
  useEffect(() => {
    if (search !== latest.current) setTyped(search)
    latest.current = search
  }, [search])

  useEffect(() => {
    if (typed.trim() === latest.current) return
    const timer = setTimeout(() => {
      latest.current = typed.trim()
      onSearch(typed.trim())
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, onSearch])

  return (
    <form ref={form} className="list-controls" role="search" onSubmit={(event) => event.preventDefault()}>
      <div className="list-controls__search">
        <Icon name="search" />
        <input
          ref={searchBox}
          type="search"
          name="search"
          maxLength={100}
          aria-label="Search products"
          placeholder="Search products..."
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <label className="list-controls__sort">
        <span>Sort By</span>
        <select
          name="sort"
          className="field__control field__control--select"
          value={sort}
          onChange={(event) => onSort(sortSchema.parse(event.target.value))}
        >
          {sortSchema.options.map((option) => (
            <option key={option} value={option}>
              {SORT_LABELS[option]}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <Button type="submit">Show</Button>
      </noscript>
    </form>
  )
}
