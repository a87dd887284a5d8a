import { flushSync } from "react-dom"
import {
  createPath,
  type Location,
  NavigationType,
  type Navigator,
  parsePath,
  type To,
} from "react-router-dom"
import { randomAlphanumerics } from "../lib/random-id"
import type { LoadedPage, LoadResult } from "./pages"

/** What the reader sees, and under which address. */
export interface HistoryEntry {
  location: Location
  kind: NavigationType
  /** Null for one that could not be brought. */
  page: LoadedPage | null
}

export interface Navigation {
  current: () => HistoryEntry
  subscribe: (listener: () => void) => () => void
  navigator: Navigator
}

interface NavigationOptions {
  /** The page the server has drawn. */
  first: LoadedPage | null
  load: (location: Location) => LoadResult | Promise<LoadResult>
}

/**
 * The reader's way through the shop. A page's code and data come first; then address and page take the place of what was
 * there. Whoever changes their mind meanwhile is not brought to what they wanted before.
 */
export function createNavigation({ first, load }: NavigationOptions): Navigation {
  if (keyOf(history.state) === null) history.replaceState({ key: newKey() }, "")
  let entry: HistoryEntry = { location: currentLocation(), kind: NavigationType.Pop, page: first }
  let latest = 0
  const listeners = new Set<() => void>()

  const go = (location: Location, kind: NavigationType, isAnimated = false): void => {
    latest += 1
    const attempt = latest
    const show = (page: LoadedPage | null) => {
      if (attempt !== latest) return
      entry = { location, kind, page }
      for (const listener of listeners) listener()
    }
    const commit = (page: LoadedPage | null) => {
      if (attempt !== latest) return
      if (kind !== NavigationType.Pop) writeHistory(location, kind)
      if (isAnimated && "startViewTransition" in document)
        document.startViewTransition(() => flushSync(() => show(page)))
      else show(page)
    }
    const onLoaded = (opened: LoadResult) => {
      if ("page" in opened) commit(opened.page)
      // An address that only leads on is no place to come back to.
      else if (attempt === latest)
        go(locationOf(opened.redirect), kind === NavigationType.Pop ? NavigationType.Replace : kind)
    }
    /** Code is named after what is in it, and a new release of the shop takes the old away: the whole page brings the new. */
    const onLoadFailed = (failure: unknown) => {
      if (attempt !== latest) return
      if (navigator.onLine) {
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
    // The browser's own jump to an anchor makes an entry that nobody has given a key yet.
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
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    navigator: {
      createHref: (to) => (typeof to === "string" ? to : createPath(to)),
      go: (delta) => history.go(delta),
      push: (to, _state, options) => go(locationOf(to), NavigationType.Push, options?.viewTransition),
      replace: (to, _state, options) => go(locationOf(to), NavigationType.Replace, options?.viewTransition),
    },
  }
}

const newKey = () => randomAlphanumerics(8)

/** The key of an entry in the browser's history, by which the reader's place on the page is found again. */
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
