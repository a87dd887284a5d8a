import {
  DIETS,
  LIST_ORDERS,
  SORTS,
  type Category,
  type Diet,
  type Product,
  type ListOrder,
} from "@shop/contracts"
import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  option,
  property,
  record,
  string,
  subarray,
} from "fast-check"
import { describe, expect, it } from "vitest"
import type { CatalogueContext } from "./context"
import type { Entry } from "./entries"
import { fromCursor, listProducts, toCursor } from "./listing"
import { Snapshot } from "./snapshot"

const SHELVES: Category[] = ["honey", "gummies"].map((slug) => ({
  id: `pcat_${slug}`,
  name: slug,
  slug,
  description: "",
  image: null,
}))
const CONTEXT: CatalogueContext = {
  shop: { salesChannelId: "sc", regionId: "reg", currencyCode: "gbp" },
  categories: SHELVES,
  shippingOptions: [],
  synonyms: new Map(),
  formerHandles: [],
}

function entry(id: string, over: Partial<Product> & { pence?: number; categories?: string[] } = {}): Entry {
  const { pence = 500, categories = ["pcat_honey"], ...product } = over
  const name = product.name ?? id
  const description = product.description ?? ""
  return {
    variants: [],
    food: null,
    netQuantity: null,
    images: [],
    categoryIds: categories,
    pence,
    searchText: `${name}\n${description}`.toLowerCase(),
    diets: [],
    sizes: [],
    codes: "",
    product: {
      id,
      name,
      slug: id,
      description,
      image: null,
      price: (pence / 100).toFixed(2),
      weight: "",
      badge: null,
      stock: 1,
      featured: false,
      categoryId: categories[0] ?? "",
      ...product,
    },
  }
}

const idsOf = (snapshot: Snapshot, sort: ListOrder, search?: string) =>
  listProducts(snapshot, { sort, search }).products.map((product) => product.id)

describe("the orders", () => {
  const snapshot = new Snapshot(CONTEXT, [
    entry("c", { name: "Élder syrup", pence: 300 }),
    entry("b", { name: "elder jam", pence: 900, featured: true }),
    entry("a", { name: "Apple", pence: 300 }),
  ])

  it("are the specification's, with the name between equals", () => {
    expect(idsOf(snapshot, "featured")).toEqual(["b", "a", "c"])
    expect(idsOf(snapshot, "price-low")).toEqual(["a", "c", "b"])
    expect(idsOf(snapshot, "price-high")).toEqual(["b", "a", "c"])
    expect(idsOf(snapshot, "name")).toEqual(["a", "b", "c"])
  })

  it("put two of one name and price always the same way round", () => {
    const twins = [entry("y", { name: "Twin" }), entry("x", { name: "Twin" })]
    for (const sort of SORTS) expect(idsOf(new Snapshot(CONTEXT, twins), sort)).toEqual(["x", "y"])
  })
})

describe("the search", () => {
  const snapshot = new Snapshot(CONTEXT, [
    entry("a", { name: "Heather Honey" }),
    entry("b", { name: "Lime", description: "Not HEATHER at all." }),
  ])

  it("looks into name or description, whatever the case", () => {
    expect(idsOf(snapshot, "name", "heather")).toEqual(["a", "b"])
    expect(idsOf(snapshot, "name", "HONEY")).toEqual(["a"])
    expect(idsOf(snapshot, "name", "")).toEqual(["a", "b"])
  })

  it("names a correction only if it has no hits", () => {
    const correction = (search: string) => listProducts(snapshot, { sort: "name", search }).correction
    expect(correction("hony")).toBe("honey")
    for (const exact of ["honey", "hone", "HEATHER honey", "not heather", ""])
      expect(correction(exact)).toBeUndefined()
    expect(idsOf(snapshot, "name", "hony")).toEqual([])
  })

  it("corrects with the words of the newest snapshot", () => {
    const correction = (entries: Entry[]) =>
      listProducts(new Snapshot(CONTEXT, entries), { sort: "name", search: "hunny" }).correction
    const before = [entry("a", { name: "Lime" })]
    expect(correction(before)).toBeUndefined()
    expect(correction([entry("a", { name: "Bunny and hunney" })])).toBe("hunney")
    expect(correction(before)).toBeUndefined()
  })

  it("puts the nearest first, within featured and the rest", () => {
    const near = new Snapshot(CONTEXT, [
      entry("described", { name: "A", description: "With mint.", featured: true }),
      entry("inside", { name: "Peppermints" }),
      entry("begins", { name: "Minty tea" }),
      entry("whole", { name: "Wild mint" }),
      entry("featured", { name: "Zesty mint", featured: true }),
    ])
    expect(idsOf(near, "featured", "mint")).toEqual(["featured", "described", "whole", "begins", "inside"])
    expect(idsOf(near, "relevance", "mint")).toEqual(["whole", "featured", "begins", "inside", "described"])
  })

  it("finds in all products together what each is found by alone, in the newest snapshot", () => {
    const letters = string({ unit: constantFrom("a", "B", "-"), maxLength: 4 })
    const goods = array(record({ name: letters, description: letters, code: letters }), { maxLength: 12 })
    assert(
      property(goods, letters, (all, search) => {
        const entries = all.map(({ name, description, code }, index) => ({
          ...entry(`p${index}`, { name, description }),
          codes: `\n${code.toLowerCase()}`,
        }))
        const alone = entries.filter((one) => idsOf(new Snapshot(CONTEXT, [one]), "name", search).length > 0)
        const together = idsOf(new Snapshot(CONTEXT, entries), "name", search)
        expect(together.sort()).toEqual(alone.map(({ product }) => product.id).sort())
      }),
    )
  })

  it("takes no sign for more than itself", () => {
    expect(idsOf(snapshot, "name", ".*")).toEqual([])
    expect(idsOf(snapshot, "name", "%")).toEqual([])
  })
})

it("a list of diets holds only what suits all of them, with and without a search", () => {
  const goods = array(
    record({ name: constantFrom("vegan tea", "no nuts", "milk"), diets: subarray<Diet>([...DIETS]) }),
  )
  assert(
    property(
      goods,
      subarray<Diet>([...DIETS], { minLength: 1 }),
      constantFrom("", "vegan", "nut"),
      (all, diet, search) => {
        const entries = all.map(({ name, diets }, index) => ({ ...entry(`p${index}`, { name }), diets }))
        const suiting = new Set(
          entries
            .filter(({ diets }) => diet.every((one) => diets.includes(one)))
            .map(({ product }) => product.id),
        )
        const { products } = listProducts(new Snapshot(CONTEXT, entries), { sort: "featured", diet, search })
        for (const { id } of products) expect(suiting).toContain(id)
        if (search === "") expect(products).toHaveLength(suiting.size)
      },
    ),
    { numRuns: 10_000 },
  )
})

describe("pages", () => {
  const goods = array(
    record({
      name: string({ maxLength: 3 }),
      pence: integer({ min: 1, max: 5 }),
      featured: boolean(),
      description: constantFrom("with x", ""),
    }),
    { maxLength: 30 },
  ).map((all) => all.map((one, index) => entry(`prod_${index}`, one)))

  it("together hold every product once and in order, whatever the limit", () => {
    assert(
      property(
        goods,
        constantFrom(...LIST_ORDERS),
        integer({ min: 1, max: 7 }),
        option(constantFrom("x")),
        (entries, sort, limit, word) => {
          const snapshot = new Snapshot(CONTEXT, entries)
          const search = word ?? undefined
          const whole = listProducts(snapshot, { sort, search })
          const collected: Product[] = []
          let after = undefined as ReturnType<typeof fromCursor>
          do {
            const page = listProducts(snapshot, { sort, search, limit, after })
            expect(page.total).toBe(whole.total)
            collected.push(...page.products)
            after = page.next && fromCursor(toCursor(page.next))
          } while (after)
          expect(collected).toEqual(whole.products)
        },
      ),
    )
  })

  it("go on where they stopped although the last product has been deleted meanwhile", () => {
    const before = new Snapshot(
      CONTEXT,
      ["a", "b", "c", "d"].map((id) => entry(id)),
    )
    const first = listProducts(before, { sort: "name", limit: 2 })
    const after = new Snapshot(
      CONTEXT,
      ["a", "c", "d"].map((id) => entry(id)),
    )
    const second = listProducts(after, { sort: "name", limit: 2, after: first.next })
    expect(second.products.map((product) => product.id)).toEqual(["c", "d"])
    expect(second.next).toBeUndefined()
  })

  it.each(["", "nonsense", "W10", "W3RydWUsMSwiYSJd", "eyJhIjoxfQ"])("do not begin at %j", (cursor) => {
    expect(fromCursor(cursor)).toBeUndefined()
  })
})

describe("a category", () => {
  it("includes products whose first category is another, and is found by id and slug in any case", () => {
    const both = entry("both", { categories: ["pcat_gummies", "pcat_honey"] })
    const snapshot = new Snapshot(CONTEXT, [both, entry("other", { categories: ["pcat_gummies"] })])
    const honey = snapshot.category("HONEY")
    expect(honey).toBe(snapshot.category("pcat_honey"))
    expect(listProducts(snapshot, { sort: "name", category: honey }).products).toEqual([both.product])
    expect(snapshot.category("toffee")).toBeUndefined()
  })
})

describe("a former handle", () => {
  const former = (...pairs: [handle: string, targetId: string][]) => ({
    ...CONTEXT,
    formerHandles: pairs.map(([handle, targetId]) => ({ handle, targetId })),
  })

  it("finds the product or category that had it, after any number of renamings and in any case", () => {
    const snapshot = new Snapshot(
      former(["second", "tea"], ["first", "tea"], ["first", "pcat_honey"], ["gone", "deleted"]),
      [entry("tea")],
    )
    for (const handle of ["first", "Second", "tea"]) expect(snapshot.bySlug(handle)?.product.slug).toBe("tea")
    expect(snapshot.category("First")?.slug).toBe("honey")
    expect([snapshot.bySlug("gone"), snapshot.category("second")]).toEqual([undefined, undefined])
  })

  it("finds what has it now, or else what had it last", () => {
    const all = [entry("tea"), entry("jam"), entry("oats")]
    const snapshot = new Snapshot(former(["tea", "jam"], ["old", "oats"], ["old", "jam"]), all)
    expect([snapshot.bySlug("tea")?.product.id, snapshot.bySlug("old")?.product.id]).toEqual(["tea", "oats"])
  })
})
