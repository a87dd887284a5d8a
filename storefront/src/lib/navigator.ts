import { useCallback, useContext, useEffect, useMemo, useRef, useState } from "react"
import { type Location, type Navigator, UNSAFE_NavigationContext, useLocation } from "react-router-dom"

/** The router's own hooks also resolve relative paths and know data routers, which the shop lacks: 2 KiB of gzip on every page. */
export const useNavigator = (): Navigator => useContext(UNSAFE_NavigationContext).navigator

let destination: Location | null = null
/** Whether the history has no entry for it yet. */
let isNew = false

/** The page that is opened next, until it is the one on the screen. */
export function setDestination(next: Location, isNewEntry: boolean): void {
  destination = next
  isNew = isNewEntry
}

/** Open until another page is shown. One that was on its way already when it was opened is not another. */
export function useDisclosure() {
  const { pathname } = useLocation()
  const [opened, setOpened] = useState<{ on: string; next: string } | null>(null)
  const here = useRef(pathname)
  useEffect(() => {
    if (here.current === pathname) return
    here.current = pathname
    setOpened((before) => (before?.next === pathname ? { ...before, on: pathname } : null))
  }, [pathname])
  const show = useCallback(() => {
    const on = here.current
    setOpened({ on, next: destination?.pathname ?? on })
  }, [])
  const hide = useCallback(() => setOpened(null), [])
  return { isShown: opened?.on === pathname || opened?.next === pathname, show, hide }
}

/** The parameters of the page that opens next, or is on the screen; null if its path is another. */
export function requestedParams(pathname: string): URLSearchParams | null {
  const next = destination ?? location
  return next.pathname === pathname ? new URLSearchParams(next.search) : null
}

/** What is requested already may not be on the screen yet. */
type ParamsChange = (requested: URLSearchParams) => URLSearchParams

/** The address's parameters, and a function that replaces them without a further entry in the history, as long as no other page opens. */
export function useSearchParams(): [URLSearchParams, (change: ParamsChange) => void] {
  const { pathname, search } = useLocation()
  const navigator = useNavigator()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const replace = useCallback(
    (change: ParamsChange) => {
      const requested = requestedParams(pathname)
      if (!requested) return
      const text = change(requested).toString()
      // Nothing to replace yet: the entry on the screen is the one that Back returns to.
      navigator[isNew ? "push" : "replace"]({ search: text && `?${text}` })
    },
    [navigator, pathname],
  )
  return [params, replace]
}
