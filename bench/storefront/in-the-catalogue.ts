import { z } from "zod"
import type { Stack } from "../../e2e/stack/stack"
import { percentile95 } from "../report"
import type { Findings } from "./budgets"
import { soldSchema } from "./pages"

const TIMEOUT_MS = 20_000
const LOOK_EVERY_MS = 20
const KIB = 1024

export interface CatalogueFacts {
  products: number
  /** Bytes of JSON, KiB. */
  wholeKib: number
  pageKib: number
}

/** The size of the catalogue's responses. */
export async function catalogueFacts(shop: string): Promise<CatalogueFacts> {
  const size = async (path: string) => {
    const text = await (await fetch(shop + path)).text()
    return {
      kib: Buffer.byteLength(text) / KIB,
      count: z.array(soldSchema).parse(JSON.parse(text)).length,
    }
  }
  const whole = await size("/api/products")
  const page = await size("/api/products?limit=32")
  return { products: whole.count, wholeKib: whole.kib, pageKib: page.kib }
}

const SEARCHES = 100

/**
 * Milliseconds within which 95 of 100 searches with a sort are answered, every other one filtered by diets. Each is the beginning of a product's word and is
 * searched for the first time: the shop has no answer in its cache. In turn with pages of the list that are not in it either: what they take is
 * the share of the machine and of the way.
 */
export async function measureSearch(shop: string): Promise<Findings> {
  const found = await fetch(`${shop}/api/products?limit=100`)
  const words = z
    .array(soldSchema)
    .parse(await found.json())
    .flatMap(({ name }) => name.toLowerCase().match(/[a-z]{3,}/g) ?? [])
  const beginnings = new Set(
    words.flatMap((word) => Array.from(word.slice(2), (_, more) => word.slice(0, 3 + more))),
  )
  const read = async (query: string) => {
    const start = performance.now()
    const response = await fetch(`${shop}/api/products?sort=price-high&${query}`)
    await response.text()
    if (!response.ok) throw new Error(`The shop refused ${query}`)
    return performance.now() - start
  }
  const searches: number[] = []
  const lists: number[] = []
  for (const [index, term] of [...beginnings].slice(0, SEARCHES).entries()) {
    const filter = index % 2 === 0 ? "" : "&diet=no-milk+no-nuts"
    searches.push(await read(`limit=32&search=${term}${filter}`))
    lists.push(await read(`limit=${String(index + 1)}`))
  }
  return { apiSearch: percentile95(searches), apiList: percentile95(lists) }
}

/** Milliseconds from a change by staff until the product page shows it. The change is reverted. */
export async function measureStaffChange({ storefrontUrl, backendUrl, admin }: Stack): Promise<Findings> {
  const signedIn = await fetch(`${backendUrl}/auth/user/emailpass`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(admin),
  })
  const { token } = z.object({ token: z.string() }).parse(await signedIn.json())
  const [product] = z
    .array(soldSchema)
    .parse(await (await fetch(`${storefrontUrl}/api/products?limit=1`)).json())
  if (!product) throw new Error("The catalogue is empty")
  const rename = async (title: string) => {
    const response = await fetch(`${backendUrl}/admin/products/${product.id}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ title }),
    })
    if (!response.ok) throw new Error(`The staff could not rename a product: ${await response.text()}`)
  }
  const name = `${product.name} renamed`
  await rename(name)
  const saved = performance.now()
  try {
    while (performance.now() - saved < TIMEOUT_MS) {
      const html = await (await fetch(`${storefrontUrl}/product/${product.slug}`)).text()
      if (html.includes(name)) return { staffChange: performance.now() - saved }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
    return { staffChange: Number.POSITIVE_INFINITY }
  } finally {
    await rename(product.name)
  }
}
