import { type Diet, type Sort, SORTS } from "@shop/contracts"
import { type KeyboardEvent, useCallback, useEffect, useRef, useState, type RefObject } from "react"
import { Button } from "../../ui/button"
import { Icon } from "../../ui/icon"
import { optionalPart } from "../../ui/lazy-part"
import { sortFrom } from "./selection"

/** Loaded when the box is first focused. The search works without it. */
const SearchSuggestions = optionalPart(async () => (await import("./search-suggestions")).SearchSuggestions)

const SORT_LABELS = {
  featured: "Featured",
  "price-low": "Price: Low to High",
  "price-high": "Price: High to Low",
  name: "Name A-Z",
} as const satisfies Record<Sort, string>

const SUGGESTIONS_ID = "search-suggestions"

/** The search waits this long for the next letter. */
const TYPING_PAUSE_MS = 200

interface ListControlsProps {
  search: string
  diets: readonly Diet[]
  sort: Sort
  /** How many products there are; empty while they load. */
  count: string
  onSearch: (search: string) => void
  onSort: (sort: Sort) => void
  searchBox: RefObject<HTMLInputElement | null>
}

/** Search box and 'Sort By' menu. It is a plain form, so it works without scripts and before they load. */
export function ListControls({ search, diets, sort, count, onSearch, onSort, searchBox }: ListControlsProps) {
  const [typed, setTyped] = useState(search)
  const latest = useRef(search)
  const form = useRef<HTMLFormElement>(null)
  const [isHydrated, setIsHydrated] = useState(false)
  const { takeOver, ...combobox } = useCombobox(isHydrated)

  // What the reader typed or chose before hydration, and where, is in the form only.
  useEffect(() => {
    if (isHydrated) return
    setIsHydrated(true)
    const box = searchBox.current
    if (box) {
      setTyped(box.value)
      if (document.activeElement === box) takeOver(box.value.trim() !== search)
    }
    const menu = form.current?.elements.namedItem("sort")
    if (menu instanceof HTMLSelectElement && menu.value !== sort) onSort(sortFrom(menu.value))
  }, [isHydrated, search, sort, onSort, searchBox, takeOver])

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

  const searchNow = () => {
    latest.current = typed.trim()
    onSearch(typed.trim())
  }

  return (
    <form
      ref={form}
      className="list-controls"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        combobox.close()
        searchNow()
      }}
    >
      <div className="list-controls__search">
        <Icon name="search" />
        <input
          ref={searchBox}
          id="search"
          type="search"
          name="search"
          enterKeyHint="search"
          maxLength={100}
          aria-label="Search products"
          placeholder="Search products..."
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            combobox.want(true)
          }}
          {...combobox.attributes}
        />
        {combobox.wasFocused && (
          <SearchSuggestions
            id={SUGGESTIONS_ID}
            box={searchBox}
            search={search}
            diets={diets}
            isWanted={combobox.isWanted}
            onChoose={() => {
              combobox.close()
              // What was typed since, or is being searched for, is not what was chosen.
              latest.current = search
              setTyped(search)
            }}
            onChange={combobox.show}
          />
        )}
      </div>
      <p className="list-controls__count" role="status">
        {count}
      </p>
      <label className="list-controls__sort">
        <span>Sort By</span>
        <select
          name="sort"
          className="field__control field__control--select"
          value={sort}
          onChange={(event) => onSort(sortFrom(event.target.value))}
        >
          {SORTS.map((option) => (
            <option key={option} value={option}>
              {SORT_LABELS[option]}
            </option>
          ))}
        </select>
      </label>
      {/* A form without scripts would drop them. */}
      {diets.length > 0 && <input type="hidden" name="diet" value={diets.join(" ")} />}
      <noscript>{import.meta.env.SSR && <Button type="submit">Show</Button>}</noscript>
    </form>
  )
}

/** Decides here whether suggestions are wanted: their code may come after Enter, Escape or a press elsewhere. */
function useCombobox(isHydrated: boolean) {
  const [wasFocused, setWasFocused] = useState(false)
  const [isWanted, want] = useState(false)
  const [popup, setPopup] = useState<{ isOpen: boolean; activeId: string | undefined }>()
  const show = useCallback(
    (isOpen: boolean, activeId: string | undefined) => setPopup({ isOpen, activeId }),
    [],
  )
  const close = () => want(false)
  /** The box had the focus before hydration. */
  const takeOver = useCallback((isTyping: boolean) => {
    setWasFocused(true)
    want(isTyping)
  }, [])
  const attributes = {
    ...(isHydrated && {
      role: "combobox",
      "aria-autocomplete": "list" as const,
      "aria-expanded": popup?.isOpen ?? false,
      "aria-controls": SUGGESTIONS_ID,
      "aria-activedescendant": popup?.activeId,
    }),
    onFocus: () => setWasFocused(true),
    onBlur: close,
    onKeyDown: ({ key, nativeEvent }: KeyboardEvent) => {
      if (nativeEvent.isComposing) return
      if (key === "Escape") close()
      else if (key === "ArrowDown" || key === "ArrowUp") want(true)
    },
  }
  return { wasFocused, isWanted, want, close, show, takeOver, attributes }
}
