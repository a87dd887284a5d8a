import { flushSync } from "react-dom"
import { createListeners } from "../lib/listeners"
import type { NavigationKind, Navigator, Place } from "../lib/navigator"
import { randomAlphanumerics } from "../lib/random-id"
import type { LoadedPage, LoadResult } from "./routes"

/** The element of the page's content. */
export const MAIN = "main"

export interface HistoryEntry {
  location: Place
  kind: NavigationKind
  /** Null when the page could not be loaded. */
  page: LoadedPage | null
}

export interface Navigation {
  current: () => HistoryEntry
  subscribe: (listener: () => void) => () => void
  navigator: Navigator
}

interface NavigationOptions {
  first: LoadedPage | null
  load: (location: Place) => LoadResult | Promise<LoadResult>
}

/** Loads code and data, then changes page and address together. A newer navigation cancels an older one. */
export function createNavigation({ first, load }: NavigationOptions): Navigation {
  if (keyOf(history.state) === null) history.replaceState({ key: newKey() }, "")
  let entry: HistoryEntry = { location: currentLocation(), kind: "pop", page: first }
  let latest = 0
  const listeners = createListeners()

  const go = (location: Place, kind: NavigationKind, isAnimated = false): void => {
    latest += 1
    const attempt = latest
    const show = (page: LoadedPage | null) => {
      if (attempt !== latest) return
      // Before the page changes: afterwards the browser would have to lay out the new one within the press, to know what can have the focus.
      if (location.pathname !== entry.location.pathname)
        document.getElementById(MAIN)?.focus({ preventScroll: true })
      entry = { location, kind, page }
      listeners.notify()
    }
    const commit = (page: LoadedPage | null) => {
      if (attempt !== latest) return
      if (kind !== "pop") writeHistory(location, kind)
      if (isAnimated && "startViewTransition" in document)
        document.startViewTransition(() => flushSync(() => show(page)))
      else show(page)
    }
    const onLoaded = (opened: LoadResult) => {
      if ("page" in opened) commit(opened.page)
      // A redirect leaves no history entry to return to.
      else if (attempt === latest) go(locationOf(opened.redirect), kind === "pop" ? "replace" : kind)
    }
    /** A new release removes the files of the old build. Loading the whole document brings the new ones. */
    const onLoadFailed = (failure: unknown) => {
      if (attempt !== latest) return
      if (navigator.onLine) {
        window.location.assign(pathOf(location))
        return
      }
      reportError(failure)
      commit(null)
    }
    const loaded = entry.page && isSamePage(location, entry.location) ? { page: entry.page } : load(location)
    if (loaded instanceof Promise) loaded.then(onLoaded, onLoadFailed)
    else onLoaded(loaded)
  }

  window.addEventListener("popstate", ({ state }) => {
    // The browser's jump to an anchor creates an entry without a key.
    if (keyOf(state) === null) go({ ...currentLocation(), key: newKey() }, "replace")
    else go(currentLocation(), "pop")
  })

  const locationOf = (to: string): Place => {
    const { pathname, search, hash } = new URL(to, `http://shop${entry.location.pathname}`)
    return { pathname, search, hash, key: newKey() }
  }
  return {
    current: () => entry,
    subscribe: listeners.subscribe,
    navigator: {
      push: (to, isAnimated) => go(locationOf(to), "push", isAnimated),
      replace: (to, isAnimated) => go(locationOf(to), "replace", isAnimated),
    },
  }
}

const newKey = () => randomAlphanumerics(8)

/** The key of a history entry, which identifies its scroll position. */
function keyOf(state: unknown): string | null {
  const isOurs = typeof state === "object" && state !== null && "key" in state
  return isOurs && typeof state.key === "string" ? state.key : null
}

function currentLocation(): Place {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, key: keyOf(history.state) ?? newKey() }
}

const pathOf = ({ pathname, search, hash }: Place): string => pathname + search + hash

function writeHistory(location: Place, kind: "push" | "replace"): void {
  const state = { key: location.key }
  if (kind === "push") history.pushState(state, "", pathOf(location))
  else history.replaceState(state, "", pathOf(location))
}

const isSamePage = (one: Place, other: Place) =>
  one.pathname === other.pathname && one.search === other.search
