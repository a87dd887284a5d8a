import { productSchema, SEARCH_CORRECTION_HEADER, type Product } from "@shop/contracts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { send } from "./harness/call"
import { eventually } from "./harness/eventually"
import { signInStaff, type Staff } from "./harness/staff"

const products = z.array(z.custom<Product>((value) => z.core.safeParse(productSchema, value).success))

async function search(term: string, more: Record<string, string> = {}) {
  const response = await send(`/api/products?${new URLSearchParams({ search: term, ...more }).toString()}`)
  const correction = response.headers.get(SEARCH_CORRECTION_HEADER)
  return {
    status: response.status,
    etag: response.headers.get("etag") ?? "",
    total: response.headers.get("x-total-count"),
    correction: correction === null ? null : decodeURIComponent(correction),
    found: products.parse(await response.json()),
  }
}

describe("a search without hits", () => {
  it.each([
    ["hony", "honey"],
    ["gummis", "gummies"],
    ["elderbery", "elderberry"],
    ["maple sirup", "maple syrup"],
    ["molases", "molasses"],
  ])("stays empty and names one that has hits: %s", async (term, meant) => {
    expect(await search(term)).toMatchObject({ status: 200, total: "0", found: [], correction: meant })
    const { found, correction } = await search(meant)
    expect(correction).toBeNull()
    expect(found.length).toBeGreaterThan(0)
    for (const { name, description } of found)
      expect(`${name}\n${description}`.toLowerCase()).toContain(meant)
  })

  it("is corrected to what its category has", async () => {
    expect(await search("hony", { category: "honey", limit: "5" })).toMatchObject({ correction: "honey" })
    // Products of other specs are in any category, and one of them is called gummies.
    expect(await search("molases", { category: "honey" })).toMatchObject({ found: [], correction: null })
  })

  // No letter of these is in the random part of other specs' names.
  it.each(["zz", "qwrtplkjh", "%q0q%", ".*", "' or 1=1 --", "🍯🍯🍯", "x".repeat(100), "q ".repeat(50)])(
    "is not corrected if nothing is near: %j",
    async (term) => {
      expect(await search(term)).toMatchObject({ status: 200, found: [], correction: null })
    },
  )
})

describe("the synonyms of staff", () => {
  let staff: Staff
  let storeId: string
  const save = (written: string) =>
    staff.post(z.unknown(), `/admin/stores/${storeId}`, { metadata: { search_synonyms: written } })

  beforeAll(async () => {
    staff = await signInStaff()
    const { stores } = await staff.get(
      z.object({ stores: z.array(z.object({ id: z.string() })) }),
      "/admin/stores",
    )
    storeId = stores[0]?.id ?? ""
  })
  afterAll(() => save(""))

  it("lead to the shop's own word if a search has no hits, also for clients that know the empty answer", async () => {
    const before = await search("quixotry")
    expect(before).toMatchObject({ found: [], correction: null })
    await save("quixotry, sweet dreams = gummies\nheather = gummies")
    await eventually(async () => {
      expect(await search("Sweet  Dreams")).toMatchObject({ found: [], correction: "gummies" })
    })
    const after = await send("/api/products?search=quixotry", { headers: { "if-none-match": before.etag } })
    expect(after.status).toBe(200)
    expect(after.headers.get(SEARCH_CORRECTION_HEADER)).toBe("gummies")

    // A word with hits needs no synonym.
    const { found, correction } = await search("heather")
    expect(found.map(({ name }) => name)).toContain("Scottish Heather Honey")
    expect(correction).toBeNull()
  })
})
