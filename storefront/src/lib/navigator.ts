import { createContext, useCallback, useContext, useMemo } from "react"

/** An address of the shop. `key` names its entry in the browser's history. */
export interface Place {
  pathname: string
  search: string
  hash: string
  key: string
}

/** `pop`: through the browser's history, or with a new document. */
export type NavigationKind = "push" | "replace" | "pop"

/** An address begins at the root, or with the `?` of the present page. */
export interface Navigator {
  push: (to: string, isAnimated?: boolean) => void
  replace: (to: string, isAnimated?: boolean) => void
}

export const PlaceContext = createContext<{ location: Place; kind: NavigationKind }>({
  location: { pathname: "/", search: "", hash: "", key: "" },
  kind: "pop",
})

/** A context of its own: links are not rendered again when the place changes. */
export const NavigatorContext = createContext<Navigator>({
  push: () => undefined,
  replace: () => undefined,
})

export const useLocation = (): Place => useContext(PlaceContext).location
export const useNavigationKind = (): NavigationKind => useContext(PlaceContext).kind
export const useNavigator = (): Navigator => useContext(NavigatorContext)

/** The address's parameters, and a function that replaces them without a new entry in the history. */
export function useSearchParams(): [URLSearchParams, (next: URLSearchParams) => void] {
  const { search } = useLocation()
  const navigator = useNavigator()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const replace = useCallback(
    (next: URLSearchParams) => navigator.replace(`?${next.toString()}`),
    [navigator],
  )
  return [params, replace]
}
