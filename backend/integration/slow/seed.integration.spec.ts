import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { readCatalogue } from "../../src/scripts/seed/catalogue/read-catalogue"
import { runMedusa, startMedusaCommand } from "../harness/medusa"
import { askDatabase, databaseUrl } from "../harness/postgres"
import { baseSettings, type Settings } from "../harness/settings"
import { sampled } from "../harness/sampled"
import { copyTemplate, dropDatabase, unseededOf } from "../harness/template"

const SEED = ["exec", "./src/scripts/seed/seed.ts"]
const { categories, products } = readCatalogue()

interface SeededDatabase {
  name: string
  url: string
  settings: Settings
}

async function copy(name: string): Promise<SeededDatabase> {
  const { database, mediaDir } = await copyTemplate(inject("postgresUrl"), inject("template"), name)
  const url = databaseUrl(inject("postgresUrl"), database)
  return { name, url, settings: baseSettings(url, mediaDir) }
}

/** A hash of every row of every table. */
async function fingerprint(url: string): Promise<Record<string, string>> {
  const tables = await askDatabase<{ name: string }>(
    url,
    "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
  )
  const hashes = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(t::text, E'\\n' order by t::text)) as hash from "${name}" t`,
  )
  const rows = await askDatabase<{ name: string; hash: string | null }>(url, hashes.join(" union all "))
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash ?? "empty"]))
}

/** Everything for sale, with names and pence but without ids. */
async function seededProducts(url: string): Promise<unknown> {
  return askDatabase(
    url,
    `select p.handle, p.title, p.status, p.metadata, p.thumbnail is not null as pictured, v.title as weight, v.sku,
      v.weight as grams, pr.amount::float as price, pr.currency_code, l.stocked_quantity::int as stock,
      c.handle as category, ch.sales_channel_id is not null as in_channel, sp.shipping_profile_id is not null as sent,
      exists (select from product_tags t where t.product_id = p.id) as featured,
      (select string_agg(r.code, ',') from tax_rate_rule tr join tax_rate r on r.id = tr.tax_rate_id
        where tr.reference_id = p.id and tr.deleted_at is null) as vat
    from product p
    join product_variant v on v.product_id = p.id and v.deleted_at is null
    join product_variant_price_set vps on vps.variant_id = v.id and vps.deleted_at is null
    join price pr on pr.price_set_id = vps.price_set_id and pr.deleted_at is null
    join product_variant_inventory_item vi on vi.variant_id = v.id and vi.deleted_at is null
    join inventory_level l on l.inventory_item_id = vi.inventory_item_id and l.deleted_at is null
    join product_category_product pc on pc.product_id = p.id
    join product_category c on c.id = pc.product_category_id
    left join product_sales_channel ch on ch.product_id = p.id and ch.deleted_at is null
    left join product_shipping_profile sp on sp.product_id = p.id and sp.deleted_at is null
    where p.deleted_at is null order by p.handle`,
  )
}

const countOf = async (url: string, sql: string) => {
  const [row] = await askDatabase<{ count: number }>(url, `select count(*)::int as count from ${sql}`)
  return row?.count ?? 0
}

describe("the seed", () => {
  let shop: SeededDatabase
  beforeAll(async () => {
    shop = await copy("shop_seed_twice")
  })
  afterAll(() => dropDatabase(inject("postgresUrl"), shop.name))

  it("publishes every product of the catalogue with its price, stock and VAT", async () => {
    const expected = [...products]
      .sort((a, b) => (a.slug < b.slug ? -1 : 1))
      .map((product) => ({
        handle: product.slug,
        title: product.name,
        status: "published",
        metadata: product.badge === null ? {} : { badge: product.badge },
        pictured: true,
        weight: product.weight,
        sku: product.sku,
        grams: product.grams,
        price: product.price / 100,
        currency_code: "gbp",
        stock: product.stock,
        category: product.category,
        in_channel: true,
        sent: true,
        featured: product.featured,
        vat: product.vat === "zero" ? "zero" : null,
      }))
    expect(await seededProducts(shop.url)).toEqual(expected)
    expect(await countOf(shop.url, "product_category where is_active")).toBe(categories.length)
    expect(await countOf(shop.url, `"user"`)).toBe(1)
  })

  it("changes nothing when it runs again and looks for missing products", async () => {
    const before = await fingerprint(shop.url)
    await runMedusa([...SEED, "again"], shop.settings, "seed-again")
    expect(await fingerprint(shop.url)).toEqual(before)
  })

  it("changes nothing when it runs again, also nothing that staff have changed or deleted", async () => {
    await askDatabase(shop.url, "update product set title = 'Ours now' where handle = 'heather-honey'")
    await askDatabase(shop.url, "update product set deleted_at = now() where handle = 'borage-honey'")
    const before = await fingerprint(shop.url)
    await runMedusa(SEED, shop.settings, "seed-after-staff")
    expect(await fingerprint(shop.url)).toEqual(before)
  })
})

describe("a killed seed is completed by the next run", () => {
  const name = "shop_seed_killed"
  const bare = "shop_seed_no_products"
  let whole: unknown
  let unseeded: SeededDatabase
  beforeAll(async () => {
    const template = inject("template")
    whole = await seededProducts(databaseUrl(inject("postgresUrl"), template.database))
    for (const database of [name, bare]) {
      await dropDatabase(inject("postgresUrl"), database)
      await askDatabase(
        inject("postgresUrl"),
        `create database "${database}" template "${unseededOf(template)}"`,
      )
    }
    const url = databaseUrl(inject("postgresUrl"), name)
    unseeded = { name, url, settings: (await copy("shop_seed_media")).settings }
    unseeded.settings = { ...unseeded.settings, DATABASE_URL: url }
  })
  afterAll(async () => {
    await dropDatabase(inject("postgresUrl"), name)
    await dropDatabase(inject("postgresUrl"), bare)
    await dropDatabase(inject("postgresUrl"), "shop_seed_media")
  })

  it("creates no goods with SEED_GOODS=none, and the empty categories with SEED_GOODS=categories", async () => {
    const url = databaseUrl(inject("postgresUrl"), bare)
    const settings = { ...unseeded.settings, DATABASE_URL: url }
    await runMedusa(SEED, { ...settings, SEED_GOODS: "none" }, "seed-nothing")
    expect(await countOf(url, "product_category")).toBe(0)
    expect(await countOf(url, `product_type where value = 'Non-food'`)).toBe(1)
    await runMedusa([...SEED, "again"], { ...settings, SEED_GOODS: "categories" }, "seed-no-products")
    expect(await countOf(url, "product")).toBe(0)
    expect(await countOf(url, "inventory_item")).toBe(0)
    expect(await countOf(url, "product_category where is_active")).toBe(categories.length)
    expect(await countOf(url, "shipping_option where deleted_at is null")).toBe(2)
    expect(await countOf(url, `store where metadata ? 'seeded_at'`)).toBe(1)
  })

  /** The seed is killed as soon as this table has a row. The same database is used for all of them. */
  it.each(sampled(["region", "product_category", "inventory_item", "product_variant_price_set"]))(
    "when it was killed at %s",
    async (table) => {
      if ((await countOf(unseeded.url, table)) === 0) {
        const seed = startMedusaCommand(SEED, unseeded.settings, "seed-killed")
        while (!seed.hasEnded() && (await countOf(unseeded.url, table)) === 0) await pause()
        await seed.kill()
      }
      expect(await countOf(unseeded.url, `store where metadata ? 'seeded_at'`)).toBe(0)
    },
  )

  it("and then the shop is complete, with nothing twice", async () => {
    await runMedusa(SEED, unseeded.settings, "seed-finished")
    expect(await seededProducts(unseeded.url)).toEqual(whole)
    const once: Record<string, number> = {
      region: 1,
      "region_country where region_id is not null": 1,
      tax_region: 1,
      stock_location: 1,
      "fulfillment_set where deleted_at is null": 1,
      "service_zone where deleted_at is null": 1,
      "shipping_option where deleted_at is null": 2,
      product_category: categories.length,
      "inventory_item where deleted_at is null": products.length,
      "product where deleted_at is null": products.length,
      '"user"': 1,
      provider_identity: 1,
    }
    for (const [sql, count] of Object.entries(once))
      expect([sql, await countOf(unseeded.url, sql)]).toEqual([sql, count])
  })
})

const pause = () => new Promise((resolve) => setTimeout(resolve, 5))
