import { productSchema } from "@shop/contracts"
import { importReportSchema, productFactsSchema, type ImportReport } from "@shop/contracts/staff"
import { z } from "zod"
import { beforeAll, describe, expect, inject, it } from "vitest"
import { call, send } from "./harness/call"
import { eventually } from "./harness/eventually"
import { makeProduct, saveFoodInformation, type MadeProduct } from "./harness/fixtures"
import { askDatabase } from "./harness/postgres"
import { signInStaff, type Staff } from "./harness/staff"

const PATH = "/admin/stock-overview/csv"

let staff: Staff
beforeAll(async () => {
  staff = await signInStaff()
})

const exported = async () => (await staff.send("GET", PATH)).text()
const look = (csv: string) => staff.post(importReportSchema, PATH, { csv })
const apply = (csv: string, { plan }: ImportReport) => staff.post(importReportSchema, PATH, { csv, plan })
const factsOf = ({ id }: MadeProduct) =>
  staff.get(productFactsSchema, `/admin/products/${id}/food-information`)
const skuOf = async (product: MadeProduct) => (await factsOf(product)).variants[0]?.sku ?? ""

/** Everything for sale, without the times of writing. */
const stockOverview = async () =>
  askDatabase(
    inject("databaseUrl"),
    `select p.handle, p.title, p.status, p.metadata, to_jsonb(f) - '{updated_at}'::text[] as food,
      (select json_agg(json_build_object('t', v.title, 'n', q.value, 'u', q.unit) order by v.id) from product_variant v
        left join net_quantity q on q.variant_id = v.id and q.deleted_at is null where v.product_id = p.id) as variants
    from product p left join food_information f on f.product_id = p.id and f.deleted_at is null
    where p.deleted_at is null order by p.handle`,
  )

describe("a table of all products", () => {
  it("an exported table previews without changes", async () => {
    const odd = await makeProduct(staff, { name: '=SUM("A1"), and – “more”' })
    await saveFoodInformation(staff, odd.id, {
      facts: { storage: "Line one\nline two", warnings: ['say "a"', "b; c, d"] },
    })
    const csv = await exported()
    expect(csv).toContain("'=SUM")
    expect(csv).toContain('"Line one\nline two"')
    const { counts, lines } = await look(csv)
    expect(counts).toMatchObject({ add: 0, change: 0 })
    // Other specs leave published foods with missing information and impossible prices here: they are lines without a change.
    expect(lines.flatMap(({ problems }) => problems)).toEqual([])
    expect(lines.find(({ name }) => name.includes("=SUM"))?.action).toBe("same")
    expect(counts.same).toBeGreaterThan(24)
  })

  it("is for staff only", async () => {
    expect((await send(PATH)).status).toBe(401)
    expect((await send(PATH, { method: "POST", body: { csv: "x" } })).status).toBe(401)
  })
})

describe("previewing a table", () => {
  it("lists the changes of each line and changes nothing", async () => {
    const product = await makeProduct(staff, { price: 5, stock: 3 })
    const sku = await skuOf(product)
    const before = await stockOverview()
    const csv = `handle,sku,price,stock,badge,storage\n${product.slug},${sku},6.50,8,New,"Keep cool."`
    const report = await look(csv)
    expect(report.lines).toEqual([
      {
        line: 2,
        name: `${product.name}, 250 g`,
        action: "change",
        problems: [],
        changes: [
          { column: "badge", from: "", to: "New" },
          { column: "storage", from: "Keep dry.", to: "Keep cool." },
          { column: "price", from: "5.00", to: "6.50" },
          { column: "stock", from: "3", to: "8" },
        ],
      },
    ])
    expect(await stockOverview()).toEqual(before)
  })

  it("reports errors by line and column", async () => {
    const product = await makeProduct(staff)
    const sku = await skuOf(product)
    const header = "handle,sku,price,stock,vat,allergens,ingredients,energy_kj,categories"
    const { lines, counts } = await look(
      [
        header,
        `${product.slug},${sku},5 pounds,-1,ten,cheese,Sugar.,lots,toffee`,
        `${product.slug},NO-SUCH,5,1,standard,none,Sugar.,1700,honey`,
      ].join("\n"),
    )
    expect(counts).toEqual({ add: 0, change: 0, same: 0, wrong: 2 })
    const [first, second] = lines.map(({ problems }) => problems.join("\n"))
    for (const column of ["price", "stock", "vat", "allergens", "energy_kj", "categories"])
      expect(first).toContain(`${column}: `)
    expect(second).toContain("sku: This product has no such size.")
  })

  it.each([
    ["handle,sku,colour\na,b,red", "colour"],
    ["title,price\na,1", "column handle"],
    ['handle,sku\n"a,b', "not a table that can be read"],
    ["handle,sku", "no products"],
  ])("rejects %j", async (csv, words) => {
    const response = await staff.send("POST", PATH, { csv })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(words)
  })
})

describe("a table that would hold the server up", () => {
  const lines = (count: number, line: (n: number) => string) =>
    `handle,sku\n${Array.from({ length: count }, (_, n) => line(n)).join("\n")}`

  it.each([
    ["of more than 2 MB", lines(36, () => "a,".padEnd(60_000, "b")), "at most 2 MB"],
    ["of commas", ",".repeat(1_900_000), "line 1 is too long"],
    ["of too many products", lines(5_001, (n) => `jam-${n},s`), "at most 5000 lines"],
    ["of one product", lines(5_000, (n) => `jam,s${n}`), "jam has more than 100 lines"],
    ["with an early wrong line", lines(4_000, (n) => (n === 1 ? "a,b,c" : "a,b")), "on line 3"],
  ])("is refused: %s", async (_what, csv, sentence) => {
    const response = await staff.send("POST", PATH, { csv })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(sentence)
  })
})

describe("importing a table", () => {
  it("changes what the table says and nothing else; a second import changes nothing", async () => {
    const product = await makeProduct(staff, { price: 5, stock: 3 })
    const csv = `handle,sku,price,stock,badge,featured,vat,allergens,ingredients,net_quantity,net_quantity_unit\n${product.slug},${await skuOf(product)},6.50,8,New,yes,zero,milk,"Sugar, **milk**.",200,g`
    const done = await apply(csv, await look(csv))
    expect(done).toMatchObject({ isApplied: true, counts: { change: 1 } })
    await eventually(async () => {
      expect(await call(productSchema, `/api/products/${product.slug}`)).toMatchObject({
        price: "6.50",
        stock: 8,
        badge: "New",
        featured: true,
        unitPrice: { price: "32.50", per: "kg" },
        food: { allergens: ["milk"], storage: "Keep dry." },
      })
    })
    expect((await factsOf(product)).vat).toBe("zero")
    expect((await look(csv)).counts).toMatchObject({ change: 0, same: 1 })
  })

  it("leaves a product's other metadata as it is, and so does its form", async () => {
    const product = await makeProduct(staff, { stock: 3 })
    const metadata = { badge: "New", google_product_category: "422", not_food: "true", supplier: { no: 7 } }
    const metadataOf = () =>
      askDatabase(inject("databaseUrl"), "select metadata from product where id = $1", [product.id])
    await staff.post(z.unknown(), `/admin/products/${product.id}`, { metadata })
    const csv = `handle,sku,stock\n${product.slug},${await skuOf(product)},9`
    expect(await apply(csv, await look(csv))).toMatchObject({ isApplied: true, counts: { change: 1 } })
    expect(await metadataOf()).toEqual([{ metadata }])
    await saveFoodInformation(staff, product.id, { badge: "Other" })
    expect(await metadataOf()).toEqual([{ metadata: { ...metadata, badge: "Other" } }])
  })

  it("adds and publishes a product in two sizes with all its food information", async () => {
    const handle = `imported-${Date.now().toString(16)}`
    const facts = '"Sugar, **wheat**.","cereals containing gluten",100 g,1700,400,0,0,100,100,0,0,Keep dry.'
    const csv = [
      "handle,sku,title,status,categories,vat,weight,price,stock,legal_name,ingredients,allergens,nutrition_per,energy_kj,energy_kcal,fat,saturates,carbohydrate,sugars,protein,salt,storage",
      `${handle},${handle}-S,Imported,published,gummies,standard,250 g,5,4,Sweets,${facts}`,
      `${handle},${handle}-L,,,,,500 g,9,0,,,,,,,,,,,,,`,
    ].join("\n")
    const report = await look(csv)
    expect(report.lines.flatMap(({ problems }) => problems)).toEqual([])
    expect(report.counts.add).toBe(2)
    await apply(csv, report)
    await eventually(async () => {
      const shown = await call(productSchema, `/api/products/${handle}`)
      expect(shown.variants?.map(({ weight, price, stock }) => [weight, price, stock])).toEqual([
        ["250 g", "5.00", 4],
        ["500 g", "9.00", 0],
      ])
      expect(shown.food).toMatchObject({ legalName: "Sweets", allergens: ["cereals containing gluten"] })
    })
    expect((await look(csv)).counts).toMatchObject({ add: 0, change: 0, same: 2 })
  })

  it("publishes a food that is exempt from the nutrition table, and writes that down again", async () => {
    const handle = `coffee-${Date.now().toString(16)}`
    const csv = [
      "handle,sku,title,status,categories,vat,weight,price,stock,legal_name,ingredients,allergens,nutrition_per,storage",
      `${handle},${handle},Coffee,published,gummies,zero,250 g,9,4,Roasted coffee,Coffee beans.,none,exempt,Keep dry.`,
    ].join("\n")
    const report = await look(csv)
    expect(report.lines.flatMap(({ problems }) => problems)).toEqual([])
    await apply(csv, report)
    await eventually(async () => {
      const shown = await call(productSchema, `/api/products/${handle}`)
      expect(shown.food).toMatchObject({ legalName: "Roasted coffee", nutrition: null })
    })
    expect((await look(csv)).counts).toMatchObject({ change: 0, same: 1 })
  })

  it("adds what is not food, counts a size that was not counted, and makes food of it again", async () => {
    const handle = `mug-${Date.now().toString(16)}`
    const csv = `handle,sku,title,status,food,weight,price,stock\n${handle},${handle},Mug,published,no,350 ml,16,4`
    await apply(csv, await look(csv))
    await eventually(async () => {
      expect(await call(productSchema, `/api/products/${handle}`)).toMatchObject({ food: null, stock: 4 })
    })
    expect(await exported()).toMatch(new RegExp(`^${handle},.*,published,[^,]*,no,`, "m"))
    const sql = "update product_variant set manage_inventory = false where sku = $1"
    await askDatabase(inject("databaseUrl"), sql, [handle])
    const recount = `handle,sku,stock\n${handle},${handle},9`
    await apply(recount, await look(recount))
    await eventually(async () => {
      expect(await call(productSchema, `/api/products/${handle}`)).toMatchObject({ stock: 9 })
    })
    const food = await look(`handle,sku,food\n${handle},${handle},yes`)
    expect(food.lines[0]?.problems.join()).toMatch(/cannot be on sale without the name of the food/)
  })

  it("does not publish a food with missing information", async () => {
    const csv = `handle,sku,title,status,weight,price\nsilent-import,SILENT-1,Silent,published,250 g,5`
    const { lines } = await look(csv)
    expect(lines[0]?.problems.join()).toMatch(
      /status: It cannot be on sale without the name of the food; the ingredients/,
    )
  })

  it("changes nothing while one line is invalid", async () => {
    const product = await makeProduct(staff)
    const csv = `handle,sku,badge,price\n${product.slug},${await skuOf(product)},New,5\nno-such-thing,,New,`
    const before = await stockOverview()
    const report = await look(csv)
    expect(report.counts).toMatchObject({ change: 1, wrong: 1 })
    expect((await staff.send("POST", PATH, { csv, plan: report.plan })).status).toBe(400)
    expect(await stockOverview()).toEqual(before)
  })

  it("changes nothing when the shop has changed since the preview", async () => {
    const product = await makeProduct(staff)
    const csv = `handle,sku,badge\n${product.slug},${await skuOf(product)},New`
    const report = await look(csv)
    await saveFoodInformation(staff, product.id, { badge: "Other" })
    const response = await staff.send("POST", PATH, { csv, plan: report.plan })
    expect(response.status).toBe(409)
    expect((await factsOf(product)).badge).toBe("Other")
  })

  it("changes sizes without a SKU, each of which is known by its weight text", async () => {
    const sizes = ["250 g", "500 g"].map((weight) => ({ weight, price: 5, stock: 3 }))
    const product = await makeProduct(staff, { sizes })
    const ids = product.variantIds
    await askDatabase(inject("databaseUrl"), "update product_variant set sku = null where id = any($1)", [
      ids,
    ])
    const rows = (await exported()).split("\n").filter((line) => line.includes(product.slug))
    expect(rows.map((line) => line.split(",").slice(0, 3))).toEqual([
      [product.slug, "", "250 g"],
      [product.slug, "", "500 g"],
    ])
    const csv = `handle,sku,weight,price,stock\n${product.slug},,500 g,8,9\n${product.slug},,250 g,5,4`
    const report = await look(csv)
    expect(report.counts).toEqual({ add: 0, change: 2, same: 0, wrong: 0 })
    await apply(csv, report)
    const saved = (await factsOf(product)).variants.map(({ weight, price, stock }) => [weight, price, stock])
    expect(saved).toEqual([
      ["250 g", "5.00", 4],
      ["500 g", "8.00", 9],
    ])
    const wrong = await look(`${csv}\n${product.slug},,500 g,7,9\n${product.slug},,2 kg,7,9`)
    expect(wrong.lines.map(({ problems }) => problems[0] ?? "")).toEqual([
      ...["", "", "This line is in the file twice."],
      expect.stringContaining("Without a SKU a size is found by its weight text."),
    ])
  })

  it("runs once when it is sent twice at the same time", async () => {
    const product = await makeProduct(staff, { stock: 3 })
    const csv = `handle,sku,stock\n${product.slug},${await skuOf(product)},9`
    const { plan } = await look(csv)
    const answers = await Promise.all([1, 2].map(() => staff.send("POST", PATH, { csv, plan })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
