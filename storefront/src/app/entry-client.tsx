import { startTransition, StrictMode, useEffect, useState } from "react"
import { hydrateRoot } from "react-dom/client"
import { Router } from "react-router-dom"
import { syncCart } from "../api/cart-sync"
import { loadSession } from "../api/session"
import { createQueryClient, Providers, Shop } from "./app"
import { Document, readPageState, STATE_ELEMENT } from "./document"
import { FAILED_EVENT, HYDRATED_EVENT } from "../lib/hydration"
import { watchConnection } from "../lib/online"
import { createNavigation, type Navigation } from "./navigation"
import { createPageLoader, fetchPage, matchPage } from "./routes"
import { createPrefetch, prefetchOnFirstInteraction } from "./prefetch"
import { allowReplacedNodes } from "./replaced-nodes"
import "./styles.css"

async function start(): Promise<void> {
  const { business, queries, isFailed } = readPageState(
    document.getElementById(STATE_ELEMENT)?.textContent ?? "",
  )
  const client = createQueryClient()
  // Its age is not known: the page may come from a cache.
  for (const [key, data] of queries) client.setQueryData(key, data, { updatedAt: 0 })
  watchConnection()
  const { route, params } = matchPage(location.pathname)
  // The page's code is loaded before hydration. Otherwise the rendered page would disappear for a moment.
  const [{ Component }] = await Promise.all([fetchPage(route, "first screen"), loadSession(client)])
  const navigation = createNavigation({
    first: isFailed ? null : { Component, params },
    load: createPageLoader(client),
  })

  allowReplacedNodes()
  syncCart(client)
  ignoreSkippedTransitions()
  prefetchOnFirstInteraction()
  // A transition hydrates in small tasks. Presses on buttons wait for its end (load-scripts.ts).
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Document>
          <Providers client={client} business={business} prefetch={createPrefetch(client)}>
            <CurrentPage navigation={navigation} />
          </Providers>
        </Document>
      </StrictMode>,
    )
  })
}

function CurrentPage({ navigation: { current, subscribe, navigator } }: { navigation: Navigation }) {
  // An external store's changes would never be rendered in small tasks.
  const [{ location, kind, page }, setEntry] = useState(current)
  useEffect(() => {
    const show = () => setEntry(current())
    show() // It may have changed before this ran.
    return subscribe(show)
  }, [current, subscribe])
  useEffect(() => void document.dispatchEvent(new Event(HYDRATED_EVENT)), [])
  return (
    <Router location={location} navigationType={kind} navigator={navigator}>
      <Shop page={page} />
    </Router>
  )
}

/** A navigation that overtakes another one skips its view transition. The browser reports that as an error; it is none. */
function ignoreSkippedTransitions(): void {
  window.addEventListener("unhandledrejection", (event) => {
    const reason: unknown = event.reason
    const isSkipped =
      reason instanceof DOMException && /transition/i.test(reason.message) && SKIPPED.includes(reason.name)
    if (isSkipped) event.preventDefault()
  })
}

/** The transition was overtaken, or began while the page was hidden. */
const SKIPPED: readonly string[] = ["AbortError", "InvalidStateError"]

start().catch((failure: unknown) => {
  reportError(failure)
  document.dispatchEvent(new Event(FAILED_EVENT))
})
