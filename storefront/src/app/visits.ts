import { flushSync } from "react-dom"
import {
  createPath,
  NavigationType,
  parsePath,
  type Location,
  type Navigator,
  type To,
} from "react-router-dom"
import { randomAlphanumerics } from "../lib/random-id"
import type { Opened, OpenPage } from "./open-page"

/** What the reader sees, and under which address. */
export interface Visit {
  location: Location
  kind: NavigationType
  /** Null for one that could not be brought. */
  page: OpenPage | null
}

export interface Visits {
  current: () => Visit
  subscribe: (listener: () => void) => () => void
  navigator: Navigator
}

interface VisitsOptions {
  /** The page the server has drawn. */
  first: OpenPage | null
  open: (location: Location) => Opened | Promise<Opened>
}

/**
 * The reader's way through the shop. A page's code and data come first; then address and page take the place of what was
 * there. Whoever changes their mind meanwhile is not brought to what they wanted before.
 */
export function createVisits({ first, open }: VisitsOptions): Visits {
  if (keyOf(history.state) === null) history.replaceState({ key: newKey() }, "")
  let visit: Visit = { location: here(), kind: NavigationType.Pop, page: first }
  let latest = 0
  const listeners = new Set<() => void>()

  const go = (location: Location, kind: NavigationType, isAnimated = false): void => {
    latest += 1
    const turn = latest
    const show = (page: OpenPage | null) => {
      if (turn !== latest) return
      visit = { location, kind, page }
      for (const listener of listeners) listener()
    }
    const arrive = (page: OpenPage | null) => {
      if (turn !== latest) return
      if (kind !== NavigationType.Pop) enter(location, kind)
      if (isAnimated && "startViewTransition" in document)
        document.startViewTransition(() => flushSync(() => show(page)))
      else show(page)
    }
    const settle = (opened: Opened) => {
      if ("page" in opened) arrive(opened.page)
      // An address that only leads on is no place to come back to.
      else if (turn === latest)
        go(locationOf(opened.leadsTo), kind === NavigationType.Pop ? NavigationType.Replace : kind)
    }
    /** Code is named after what is in it, and a new release of the shop takes the old away: the whole page brings the new. */
    const goThereWhole = (failure: unknown) => {
      if (turn !== latest) return
      if (navigator.onLine) {
        window.location.assign(createPath(location))
        return
      }
      reportError(failure)
      arrive(null)
    }
    const opened = visit.page && isSamePage(location, visit.location) ? { page: visit.page } : open(location)
    if (opened instanceof Promise) opened.then(settle, goThereWhole)
    else settle(opened)
  }

  window.addEventListener("popstate", ({ state }) => {
    // The browser's own jump to an anchor makes an entry that nobody has given a key yet.
    if (keyOf(state) === null) go({ ...here(), key: newKey() }, NavigationType.Replace)
    else go(here(), NavigationType.Pop)
  })

  const locationOf = (to: To): Location => ({
    pathname: visit.location.pathname,
    search: "",
    hash: "",
    ...(typeof to === "string" ? parsePath(to) : to),
    state: null,
    key: newKey(),
  })
  return {
    current: () => visit,
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

function here(): Location {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, state: null, key: keyOf(history.state) ?? newKey() }
}

function enter(location: Location, kind: NavigationType.Push | NavigationType.Replace): void {
  const state = { key: location.key }
  if (kind === NavigationType.Push) history.pushState(state, "", createPath(location))
  else history.replaceState(state, "", createPath(location))
}

const isSamePage = (one: Location, other: Location) =>
  one.pathname === other.pathname && one.search === other.search
