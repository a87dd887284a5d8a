import { addToCartSchema, type CartItem, type Product } from "@shop/contracts"
import { MutationObserver, noop, QueryClient, QueryObserver } from "@tanstack/react-query"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import * as z from "zod/mini"
import { buyAgain } from "./buy-again"
import { additionOf, type CartChange, changeCart } from "./cart-changes"
import { cartKey, cartQuery, createCartId, readCartId, saveCartId } from "./cart-state"
import { syncCart } from "./cart-sync"
import { quantityChange, removal } from "./cart-actions"
import { codeChange } from "./discount-code"
import { setPendingQuantity } from "./pending-quantities"
import { setTransport } from "./request"

const product = (id: string): Product => ({
  id,
  name: id,
  slug: id,
  description: "",
  image: null,
  price: "1.00",
  weight: "100 g",
  badge: null,
  stock: 9,
  featured: false,
  categoryId: "pcat_1",
})
const HONEY = product("honey")
const TEA = product("tea")

/** The parts of a browser that outlive a page. */
class Browser extends EventTarget {
  readonly stored = new Map<string, string>()
  readonly location = { reload: vi.fn() }
  readonly document = Object.assign(new EventTarget(), { visibilityState: "visible" })
  readonly localStorage = {
    getItem: (key: string) => this.stored.get(key) ?? null,
    setItem: (key: string, text: string) => void this.stored.set(key, text),
    removeItem: (key: string) => void this.stored.delete(key),
  }
  show(visibilityState: "visible" | "hidden") {
    this.document.visibilityState = visibilityState
    this.document.dispatchEvent(new Event("visibilitychange"))
  }
  leave() {
    this.dispatchEvent(new Event("pagehide"))
    this.show("hidden")
  }
  /** The browser shows a page again that it has kept as it was. */
  goBack() {
    this.show("visible")
    this.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }))
  }
  storedElsewhere() {
    this.dispatchEvent(new Event("storage"))
  }
}

/** A shop with one cart, as the real one answers. */
class Shop {
  lines: CartItem[] = []
  code: string | null = null
  private readonly keys = new Set<string>()
  private lineIds = 0

  answer(path: string, init: RequestInit = {}): Response {
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : {}
    const line = this.lines.find(({ id }) => path.endsWith(id))
    if (path.endsWith("/discount"))
      this.code = init.method === "POST" ? z.parse(z.object({ code: z.string() }), body).code : null
    else if (init.method === "POST") this.add(body, new Headers(init.headers).get("idempotency-key") ?? "")
    else if (init.method !== undefined && init.method !== "GET") {
      if (!line) return Response.json({}, { status: 404 })
      if (init.method === "DELETE") this.lines = this.lines.filter((one) => one !== line)
      else line.quantity = z.parse(z.object({ quantity: z.number() }), body).quantity
    }
    return Response.json(this.lines)
  }

  private add(body: unknown, key: string): void {
    if (this.keys.has(key)) return
    this.keys.add(key)
    const { productId, quantity } = addToCartSchema.parse(body)
    const held = this.lines.find((one) => one.product.id === productId)
    if (held) held.quantity += quantity
    else this.lines.push({ id: `cali_${String(++this.lineIds)}`, quantity, product: product(productId) })
  }

  get quantities() {
    return Object.fromEntries(this.lines.map((line) => [line.product.id, line.quantity]))
  }
}

let browser: Browser
let shop: Shop
/** Calls on their way: the shop receives them when the test says so. */
let held: (() => void)[] | null
const stops: (() => void)[] = []
const openClients: QueryClient[] = []

beforeEach(() => {
  browser = new Browser()
  shop = new Shop()
  held = null
  vi.stubGlobal("window", browser)
  vi.stubGlobal("document", browser.document)
  vi.stubGlobal("localStorage", browser.localStorage)
  vi.stubGlobal("location", browser.location)
  vi.stubGlobal("navigator", { onLine: true })
  setTransport((path, init) => {
    const calls = held
    if (!calls) return Promise.resolve(shop.answer(path, init))
    return new Promise((resolve) => calls.push(() => resolve(shop.answer(path, init))))
  })
  saveCartId(createCartId())
})
afterEach(async () => {
  // What an open page still asks for would reach the next test's shop.
  const waiting = held ?? []
  held = null
  for (const arrive of waiting) arrive()
  await expect.poll(() => openClients.some((client) => client.isMutating() > 0)).toBe(false)
  closePage()
  setTransport((path, init) => fetch(path, init))
  vi.unstubAllGlobals()
})

/** A page of the shop that shows the cart. */
function openPage() {
  browser.document.visibilityState = "visible"
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  openClients.push(client)
  stops.push(syncCart(client))
  stops.push(new QueryObserver(client, cartQuery(readCartId())).subscribe(noop))
  return {
    client,
    change: (change: CartChange) => new MutationObserver(client, changeCart(client)).mutate(change),
    shown: () =>
      Object.fromEntries(
        (client.getQueryData<CartItem[]>(cartKey(readCartId())) ?? []).map((line) => [
          line.product.id,
          line.quantity,
        ]),
      ),
  }
}

/** The page disappears, with whatever it would still have done. */
function closePage(): void {
  openClients.length = 0
  for (const stop of stops.splice(0)) stop()
}

async function aPageWithHoney() {
  const page = openPage()
  await page.change(additionOf(HONEY, 3))
  await expect.poll(() => page.client.isFetching()).toBe(0)
  const [line] = shop.lines
  if (!line) throw new Error("The shop has no line")
  return { ...page, lineId: line.id }
}

const FATES = ["is lost", "is answered to nobody", "arrives after all others"] as const

test.each(FATES)(
  "what a page has shown and the shop has not answered is made by the next page, in its order; the first %s",
  async (fate) => {
    const { change, client, lineId } = await aPageWithHoney()
    held = []
    const [onTheWay] = [held]
    // A removal and its Undo, and what else waits for the answer before.
    void change(removal(lineId)).catch(noop)
    void change(additionOf(HONEY, 3)).catch(noop)
    void change(codeChange("TEN")).catch(noop)
    const items = [{ id: "ordli_1", name: "Tea", productId: TEA.id, quantity: 2 }]
    void new MutationObserver(client, buyAgain(client, new Map())).mutate(items).catch(noop)
    await expect.poll(() => onTheWay.length).toBe(1)
    if (fate === "is answered to nobody") shop.answer(`/api/cart/${lineId}`, { method: "DELETE" })
    browser.leave()
    closePage()

    held = null
    const next = openPage()
    await expect.poll(next.shown).toEqual({ honey: 3, tea: 2 })
    await expect.poll(() => next.client.isMutating()).toBe(0)
    if (fate === "arrives after all others") {
      onTheWay.forEach((arrive) => arrive())
      await expect.poll(() => client.isMutating()).toBe(0)
    }
    expect(shop.quantities).toEqual({ honey: 3, tea: 2 })
    expect(shop.code).toBe("TEN")
  },
)

test("a quantity that waits for the next press is kept, and the cart is not read before it is sent", async () => {
  const { change, lineId } = await aPageWithHoney()
  held = []
  setPendingQuantity(lineId, 5, (quantity) => void change(quantityChange(lineId, quantity)).catch(noop))
  browser.leave()
  closePage()
  held = null
  const next = openPage()
  const shown: unknown[] = []
  stops.push(next.client.getQueryCache().subscribe(() => shown.push(next.shown()["honey"])))
  await expect.poll(next.shown).toEqual({ honey: 5 })
  expect(shown).not.toContain(3)
})

test("a page that is hidden and ended without a word has kept its changes as well", async () => {
  const { change } = await aPageWithHoney()
  held = []
  void change(additionOf(TEA, 1)).catch(noop)
  browser.show("hidden")
  closePage()
  held = null
  await expect.poll(openPage().shown).toEqual({ honey: 3, tea: 1 })
})

test("what a hidden page still gets answered, or a seen one sends, no other page repeats", async () => {
  const { change, lineId } = await aPageWithHoney()
  held = []
  const [onTheWay] = [held]
  const changing = change(quantityChange(lineId, 4))
  await expect.poll(() => onTheWay.length).toBe(1)
  browser.show("hidden")
  expect(browser.stored.has("unconfirmed-cart-changes")).toBe(true)
  browser.show("visible")
  expect(browser.stored.has("unconfirmed-cart-changes")).toBe(false)
  browser.show("hidden")
  held = null
  onTheWay.forEach((arrive) => arrive())
  await changing
  await expect.poll(() => browser.stored.has("unconfirmed-cart-changes")).toBe(false)
})

test("another tab makes the changes of a closed one when it is seen", async () => {
  const { change } = await aPageWithHoney()
  held = []
  void change(additionOf(TEA, 1)).catch(noop)
  browser.leave()
  closePage()
  held = null
  const kept = new Map(browser.stored)
  browser.stored.delete("unconfirmed-cart-changes")
  const other = openPage()
  await expect.poll(other.shown).toEqual({ honey: 3 })
  for (const [key, text] of kept) browser.stored.set(key, text)
  browser.storedElsewhere()
  await expect.poll(other.shown).toEqual({ honey: 3, tea: 1 })
})

test("a page that is shown again goes on, unless it left changes, which another may have made: then it starts anew", async () => {
  const { change, lineId } = await aPageWithHoney()
  browser.leave()
  browser.goBack()
  expect(browser.location.reload).not.toHaveBeenCalled()
  held = []
  void change(quantityChange(lineId, 4)).catch(noop)
  browser.leave()
  browser.goBack()
  expect(browser.location.reload).toHaveBeenCalledOnce()
  expect(browser.stored.has("unconfirmed-cart-changes")).toBe(true)
})

test("of a cart that has become an order only the additions are made again", async () => {
  const { change, lineId } = await aPageWithHoney()
  held = []
  void change(quantityChange(lineId, 9)).catch(noop)
  void change(additionOf(TEA, 1)).catch(noop)
  browser.leave()
  closePage()
  saveCartId(createCartId())
  shop.lines = []
  held = null
  await expect.poll(openPage().shown).toEqual({ tea: 1 })
})
