import { useSyncExternalStore } from "react"
import { Router } from "react-router-dom"
import { Shop } from "./shop"
import type { Visits } from "./visits"

/** The shop in a browser: the page of the current visit, and a router for everything that links and looks at the address. */
export function PageRouter({ visits: { current, subscribe, navigator } }: { visits: Visits }) {
  const { location, kind, page } = useSyncExternalStore(subscribe, current, current)
  return (
    <Router location={location} navigationType={kind} navigator={navigator}>
      <Shop page={page} />
    </Router>
  )
}
