import { startTransition } from "react"
import { flushSync } from "react-dom"
import {
  createPath,
  type Location,
  NavigationType,
  type Navigator,
  parsePath,
  type To,
} from "react-router-dom"
import { createListeners } from "../lib/listeners"
import { setDestination } from "../lib/navigator"
import { isOnline } from "../lib/online"
import { randomAlphanumerics } from "../lib/random-id"
import type { LoadedPage, LoadResult } from "./routes"

/** The element of the page's content. */
export const MAIN = "main"

export interface HistoryEntry {
  location: Location
  kind: NavigationType
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
  load: (location: Location) => LoadResult | Promise<LoadResult>
}

/** Loads code and data, then changes page and address together. A newer navigation cancels an older one. */
export function createNavigation({ first, load }: NavigationOptions): Navigation {
  if (keyOf(history.state) === null) history.replaceState({ key: newKey() }, "")
  let entry: HistoryEntry = { location: currentLocation(), kind: NavigationType.Pop, page: first }
  let latest = 0
  const listeners = createListeners()

  const go = (location: Location, kind: NavigationType, isAnimated = false): void => {
    latest += 1
    const attempt = latest
    setDestination(location, kind === NavigationType.Push)
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
      const isOtherPage = location.pathname !== entry.location.pathname
      if (kind !== NavigationType.Pop) writeHistory(location, kind)
      setDestination(location, false)
      if (isAnimated && "startViewTransition" in document)
        document.startViewTransition(() => flushSync(() => show(page)))
      // In small tasks, so that the browser paints the press and takes another one meanwhile.
      else if (isOtherPage && kind !== NavigationType.Pop) startTransition(() => show(page))
      else show(page)
    }
    const onLoaded = (opened: LoadResult) => {
      if ("page" in opened) commit(opened.page)
      // A redirect leaves no history entry to return to.
      else if (attempt === latest)
        go(locationOf(opened.redirect), kind === NavigationType.Pop ? NavigationType.Replace : kind)
    }
    /** A new release removes the files of the old build. Loading the whole document brings the new ones. */
    const onLoadFailed = (failure: unknown) => {
      if (attempt !== latest) return
      if (isOnline()) {
        window.location.assign(createPath(location))
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
    if (keyOf(state) === null) go({ ...currentLocation(), key: newKey() }, NavigationType.Replace)
    else go(currentLocation(), NavigationType.Pop)
  })

  const locationOf = (to: To): Location => ({
    pathname: entry.location.pathname,
    search: "",
    hash: "",
    ...(typeof to === "string" ? parsePath(to) : to),
    state: null,
    key: newKey(),
  })
  return {
    current: () => entry,
    subscribe: listeners.subscribe,
    navigator: {
      createHref: (to) => (typeof to === "string" ? to : createPath(to)),
      go: (delta) => history.go(delta),
      push: (to, _state, options) => go(locationOf(to), NavigationType.Push, options?.viewTransition),
      replace: (to, _state, options) => go(locationOf(to), NavigationType.Replace, options?.viewTransition),
    },
  }
}

const newKey = () => randomAlphanumerics(8)

/** The key of a history entry, which identifies its scroll position. */
function keyOf(state: unknown): string | null {
  const isOurs = typeof state === "object" && state !== null && "key" in state
  return isOurs && typeof state.key === "string" ? state.key : null
}

function currentLocation(): Location {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, state: null, key: keyOf(history.state) ?? newKey() }
}

function writeHistory(location: Location, kind: NavigationType.Push | NavigationType.Replace): void {
  const state = { key: location.key }
  if (kind === NavigationType.Push) history.pushState(state, "", createPath(location))
  else history.replaceState(state, "", createPath(location))
}

const isSamePage = (one: Location, other: Location) =>
  one.pathname === other.pathname && one.search === other.search
