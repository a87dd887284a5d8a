import { onlineManager } from "@tanstack/react-query"
import { NavigationType } from "react-router-dom"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createNavigation } from "./navigation"
import type { LoadResult } from "./routes"

const page = (name: string): LoadResult => ({ page: { Component: () => name, params: { name } } })

/** A browser's window and history, as much of them as a way through the shop needs. */
class Entries extends EventTarget {
  readonly entries = [{ url: "/", state: null as unknown }]
  at = 0
  readonly left: string[] = []
  get state() {
    return this.entries[this.at]?.state
  }
  get location() {
    const { pathname, search, hash } = new URL(this.entries[this.at]?.url ?? "", "http://shop")
    return { pathname, search, hash, assign: (url: string) => this.left.push(url) }
  }
  pushState(state: unknown, _title: string, url: string) {
    this.at += 1
    this.entries.splice(this.at, Infinity, { url, state })
  }
  replaceState(state: unknown, _title: string, url = this.entries[this.at]?.url ?? "") {
    this.entries[this.at] = { url, state }
  }
  go(delta: number) {
    this.at += delta
    this.dispatchEvent(Object.assign(new Event("popstate"), { state: this.state }))
  }
  get addresses() {
    return this.entries.map(({ url }) => url)
  }
}

let browser: Entries
beforeEach(() => {
  browser = new Entries()
  vi.stubGlobal("window", browser)
  vi.stubGlobal("history", browser)
  vi.stubGlobal("document", { getElementById: () => null })
})
afterEach(() => {
  onlineManager.setOnline(true)
  vi.unstubAllGlobals()
})

/** A way through a shop whose pages come when the test says so. */
function aWay() {
  const waiting = new Map<string, { bring: (opened: LoadResult) => void; fail: (failure: Error) => void }>()
  const navigation = createNavigation({
    first: null,
    load: ({ pathname }) => new Promise((bring, fail) => waiting.set(pathname, { bring, fail })),
  })
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return {
    ...navigation,
    shown: () => navigation.current().location.pathname,
    bring: (path: string, opened = page(path)) => {
      waiting.get(path)?.bring(opened)
      return settled()
    },
    fail: (path: string) => {
      waiting.get(path)?.fail(new Error("Failed to fetch dynamically imported module"))
      return settled()
    },
  }
}

test("the address changes together with the page", async () => {
  const { navigator, bring, shown } = aWay()
  navigator.push("/faq")
  expect([shown(), browser.addresses]).toEqual(["/", ["/"]])
  await bring("/faq")
  expect([shown(), browser.addresses]).toEqual(["/faq", ["/", "/faq"]])
})

test("a newer navigation cancels an older one", async () => {
  const { navigator, bring, shown } = aWay()
  navigator.push("/slow")
  navigator.push("/quick")
  await bring("/quick")
  await bring("/slow")
  expect([shown(), browser.addresses]).toEqual(["/quick", ["/", "/quick"]])
})

test("Back cancels a navigation under way", async () => {
  const { navigator, bring, shown } = aWay()
  navigator.push("/faq")
  await bring("/faq")
  navigator.push("/slow")
  browser.go(-1)
  await bring("/")
  await bring("/slow")
  expect(shown()).toBe("/")
})

test("Back and Forward restore the keys of their entries", async () => {
  const { navigator, current, bring } = aWay()
  const first = current().location.key
  navigator.push("/faq")
  await bring("/faq")
  const second = current().location.key
  browser.go(-1)
  await bring("/")
  expect(current()).toMatchObject({ kind: NavigationType.Pop, location: { key: first } })
  browser.go(1)
  await bring("/faq")
  expect(current()).toMatchObject({ kind: NavigationType.Pop, location: { key: second } })
})

test("a redirect leaves no history entry, whether followed or returned to", async () => {
  const { navigator, bring, shown } = aWay()
  navigator.push("/account")
  await bring("/account", { redirect: "/faq" })
  await bring("/faq")
  expect([shown(), browser.addresses]).toEqual(["/faq", ["/", "/faq"]])
  browser.go(-1)
  await bring("/", { redirect: "/about" })
  await bring("/about")
  expect([shown(), browser.addresses]).toEqual(["/about", ["/about", "/faq"]])
})

test("a jump to an anchor keeps the page and is not a Back navigation", async () => {
  const { navigator, current, bring } = aWay()
  navigator.push("/faq")
  await bring("/faq")
  const { page: before } = current()
  browser.pushState(null, "", "/faq#payment")
  browser.go(0)
  expect(current()).toMatchObject({ kind: NavigationType.Replace, location: { hash: "#payment" } })
  expect(current().page).toBe(before)
})

test("a page whose code is missing is loaded as a document; offline it shows the error page", async () => {
  const { navigator, fail, shown, current } = aWay()
  navigator.push("/faq?a=1")
  await fail("/faq")
  expect([shown(), browser.left]).toEqual(["/", ["/faq?a=1"]])

  const reported = vi.fn()
  vi.stubGlobal("reportError", reported)
  onlineManager.setOnline(false)
  navigator.push("/about")
  await fail("/about")
  expect([shown(), current().page]).toEqual(["/about", null])
  expect(reported).toHaveBeenCalledOnce()
})

test("a page with known data is shown within the click", () => {
  const navigation = createNavigation({ first: null, load: () => page("known") })
  navigation.navigator.push("/product/honey")
  expect(navigation.current().location.pathname).toBe("/product/honey")
})
