import { beforeEach, describe, expect, it } from "vitest"
import type { CatalogueContext } from "./context"
import type { Entry } from "./entries"
import type { CatalogueRow } from "../platform/medusa-tables/catalogue-rows"
import { CatalogueReadModel, type CatalogueSource } from "./read-model"

const CONTEXT: CatalogueContext = {
  shop: { salesChannelId: "sc", regionId: "reg", currencyCode: "gbp" },
  categories: [],
  shippingOptions: [],
  synonyms: new Map(),
  formerHandles: [],
}

/** A database that a test writes by hand, and that counts how often it was asked. */
class PlantedDatabase implements CatalogueSource {
  readonly asked = { fingerprint: 0, context: 0, rows: 0 }
  readonly loaded: string[][] = []
  readonly stored = new Map<string, CatalogueRow>()
  readonly names = new Map<string, string>()
  contextFingerprint = "s1"
  failure: Error | undefined
  /** Resolves what `fingerprint` waits for. */
  gate: Promise<void> = Promise.resolve()

  put(id: string, over: { version?: string; name?: string; stock?: number } = {}): void {
    const { name = id, stock, version } = over
    const before = this.stored.get(id)
    this.stored.set(id, {
      productId: id,
      version: version ?? before?.version ?? "1",
      variants: [{ id: `v_${id}`, stock: stock ?? before?.variants[0]?.stock ?? 5 }],
    })
    this.names.set(id, name)
  }

  async fingerprint() {
    this.asked.fingerprint += 1
    await this.gate
    if (this.failure) throw this.failure
    const everything = JSON.stringify([this.contextFingerprint, ...this.stored.values()])
    return { context: this.contextFingerprint, everything }
  }

  context(): Promise<CatalogueContext> {
    this.asked.context += 1
    return Promise.resolve(CONTEXT)
  }

  rows(): Promise<readonly CatalogueRow[]> {
    this.asked.rows += 1
    return Promise.resolve([...this.stored.values()])
  }

  entries(_context: CatalogueContext, rows: readonly CatalogueRow[]): Promise<readonly Entry[]> {
    this.loaded.push(rows.map((row) => row.productId))
    return Promise.resolve(rows.filter((row) => row.version !== "no price").map((row) => this.#entry(row)))
  }

  #entry({ productId, variants: counted }: CatalogueRow): Entry {
    const name = this.names.get(productId) ?? productId
    const variants = counted.map((variant) => ({ ...variant, weight: "", price: "5.00", unitPrice: null }))
    const product = {
      id: productId,
      name,
      slug: productId,
      description: "",
      image: null,
      price: "5.00",
      weight: "",
      badge: null,
      stock: variants[0]?.stock ?? 0,
      featured: false,
      categoryId: "",
    }
    return {
      product,
      variants,
      food: null,
      netQuantity: null,
      images: [],
      categoryIds: [],
      pence: 500,
      searchText: name,
      diets: [],
      sizes: [],
      codes: "",
    }
  }
}

let database: PlantedDatabase
let now: number
let troubles: unknown[]
let readModel: CatalogueReadModel
beforeEach(() => {
  database = new PlantedDatabase()
  database.put("honey")
  database.put("sugar")
  now = 0
  troubles = []
  readModel = new CatalogueReadModel({
    source: database,
    now: () => now,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms / 15)),
    giveUpAfter: 3000,
    onError: (error) => troubles.push(error),
  })
})

const later = () => (now += 500)

it("is read whole at the first asking, once for all who ask", async () => {
  const snapshots = await Promise.all([readModel.current(), readModel.current(), readModel.current()])
  expect(new Set(snapshots).size).toBe(1)
  expect(database.asked).toEqual({ fingerprint: 1, context: 1, rows: 1 })
  expect(snapshots[0].byId("honey")?.product.stock).toBe(5)
})

it("is waited for until it was read: the first reader finds it", async () => {
  await readModel.untilRead()
  await readModel.current()
  expect(database.asked.fingerprint).toBe(1)
})

it("is waited for no longer once it could not be read, which the log says", async () => {
  database.failure = new Error("no connection")
  await readModel.untilRead()
  expect(troubles).toEqual([database.failure])
})

it("is not looked after before its time, and then by its mark alone while nothing changes", async () => {
  const first = await readModel.current()
  now += 399
  await readModel.current()
  expect(database.asked.fingerprint).toBe(1)
  now += 101
  expect(await readModel.current()).toBe(first)
  expect(database.asked).toEqual({ fingerprint: 2, context: 1, rows: 1 })
})

it("is looked after just before its time without a reader waiting", async () => {
  const first = await readModel.current()
  now += 400
  database.put("honey", { stock: 1 })
  let open = () => {}
  database.gate = new Promise((resolve) => (open = resolve))
  expect(await readModel.current()).toBe(first)
  open()
  now += 100
  expect((await readModel.current()).byId("honey")?.product.stock).toBe(1)
  expect(database.asked.fingerprint).toBe(2)
})

describe("a change", () => {
  it("of one product reads that one alone", async () => {
    const first = await readModel.current()
    later()
    database.put("honey", { name: "Heather honey", version: "2" })
    const second = await readModel.current()
    expect(second.byId("honey")?.product.name).toBe("Heather honey")
    expect(second.byId("sugar")).toBe(first.byId("sugar"))
    expect(database.loaded).toEqual([["honey", "sugar"], ["honey"]])
  })

  it("of the stock reads no product at all, and leaves the older snapshot as it was", async () => {
    const first = await readModel.current()
    later()
    database.put("honey", { stock: 2 })
    const second = await readModel.current()
    expect([first, second].map((snapshot) => snapshot.byId("honey")?.product.stock)).toEqual([5, 2])
    expect(database.loaded).toEqual([["honey", "sugar"], []])
  })

  it("of what all share reads everything", async () => {
    await readModel.current()
    later()
    database.contextFingerprint = "s2"
    await readModel.current()
    expect(database.asked.context).toBe(2)
    expect(database.loaded[1]).toEqual(["honey", "sugar"])
  })

  it("that takes a product away, or its price, removes it from the catalogue", async () => {
    await readModel.current()
    later()
    database.stored.delete("sugar")
    database.put("honey", { version: "no price" })
    const snapshot = await readModel.current()
    expect(snapshot.byId("sugar")).toBeUndefined()
    expect(snapshot.byId("honey")).toBeUndefined()
  })

  it("during the look is found by the next", async () => {
    await readModel.current()
    later()
    let open = () => {}
    database.gate = new Promise((resolve) => (open = resolve))
    const reading = readModel.current()
    now += 499
    open()
    await reading
    database.put("honey", { stock: 1 })
    now += 1
    expect((await readModel.current()).byId("honey")?.product.stock).toBe(1)
  })
})

describe("when the database", () => {
  it("is slow, a reader takes what there is and the next finds the newer", async () => {
    await readModel.current()
    later()
    database.put("honey", { stock: 1 })
    let open = () => {}
    database.gate = new Promise((resolve) => (open = resolve))
    expect((await readModel.current()).byId("honey")?.product.stock).toBe(5)
    open()
    expect((await readModel.current()).byId("honey")?.product.stock).toBe(1)
    expect(troubles).toEqual([])
  })

  it("is away, the shop goes on showing what it had, says so in the log, and asks again", async () => {
    await readModel.current()
    later()
    database.failure = new Error("no connection")
    expect((await readModel.current()).byId("honey")?.product.stock).toBe(5)
    expect(troubles).toEqual([database.failure])
    database.failure = undefined
    database.put("honey", { stock: 1 })
    expect((await readModel.current()).byId("honey")?.product.stock).toBe(1)
  })

  it("is away from the beginning, the reader is told, and a later one is served", async () => {
    database.failure = new Error("no connection")
    await expect(readModel.current()).rejects.toThrow("no connection")
    database.failure = undefined
    expect((await readModel.current()).byId("honey")).toBeDefined()
  })
})

it("is looked after again when a look never ended, and says which part of it", async () => {
  await readModel.current()
  later()
  database.gate = new Promise(() => {})
  database.put("honey", { name: "Heather honey", version: "2" })
  await readModel.current()
  await expect
    .poll(() => troubles.map(String))
    .toEqual(["Error: reading the fingerprint did not end within 3 s"])
  database.gate = Promise.resolve()
  expect((await readModel.current()).byId("honey")?.product.name).toBe("Heather honey")
})
