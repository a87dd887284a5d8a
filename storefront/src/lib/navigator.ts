import { useCallback, useContext, useMemo } from "react"
import { type Navigator, UNSAFE_NavigationContext, useLocation } from "react-router-dom"

/** The router's own hooks also resolve relative paths and know data routers, which the shop lacks: 2 KiB of gzip on every page. */
export const useNavigator = (): Navigator => useContext(UNSAFE_NavigationContext).navigator

/** The address's parameters, and a function that replaces them without a new entry in the history. */
export function useSearchParams(): [URLSearchParams, (next: URLSearchParams) => void] {
  const { search } = useLocation()
  const navigator = useNavigator()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const replace = useCallback(
    (next: URLSearchParams) => {
      const text = next.toString()
      navigator.replace({ search: text && `?${text}` })
    },
    [navigator],
  )
  return [params, replace]
}
