import { useSyncExternalStore } from "react"
import { Router } from "react-router-dom"
import { Shop } from "./shop"
import type { Navigation } from "./navigation"

/** The shop in a browser: the page of the current visit, and a router for everything that links and looks at the address. */
export function PageRouter({ navigation: { current, subscribe, navigator } }: { navigation: Navigation }) {
  const { location, kind, page } = useSyncExternalStore(subscribe, current, current)
  return (
    <Router location={location} navigationType={kind} navigator={navigator}>
      <Shop page={page} />
    </Router>
  )
}
