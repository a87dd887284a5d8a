import { askDatabase } from "./postgres"

/** The columns of a copied row that must differ, as SQL over `t` (the row) and `n` (the copy's number). */
const COPIES: readonly (readonly [table: string, differing: Readonly<Record<string, string>>])[] = [
  ["product", { id: "t.id || '_' || n", handle: "t.handle || '-' || n", title: "t.title || ' No. ' || n" }],
  ["food_information", { id: "t.id || '_' || n", product_id: "t.product_id || '_' || n" }],
  [
    "product_variant",
    { id: "t.id || '_' || n", product_id: "t.product_id || '_' || n", sku: "t.sku || '-' || n" },
  ],
  ["price_set", { id: "t.id || '_' || n" }],
  ["price", { id: "t.id || '_' || n", price_set_id: "t.price_set_id || '_' || n" }],
  [
    "product_variant_price_set",
    {
      id: "t.id || '_' || n",
      variant_id: "t.variant_id || '_' || n",
      price_set_id: "t.price_set_id || '_' || n",
    },
  ],
  ["product_sales_channel", { id: "t.id || '_' || n", product_id: "t.product_id || '_' || n" }],
  ["product_category_product", { product_id: "t.product_id || '_' || n" }],
  ["inventory_item", { id: "t.id || '_' || n", sku: "t.sku || '-' || n" }],
  ["inventory_level", { id: "t.id || '_' || n", inventory_item_id: "t.inventory_item_id || '_' || n" }],
  [
    "product_variant_inventory_item",
    {
      id: "t.id || '_' || n",
      variant_id: "t.variant_id || '_' || n",
      inventory_item_id: "t.inventory_item_id || '_' || n",
    },
  ],
]

/** Excludes the prices of shipping options. */
const OF_PRODUCTS: Readonly<Record<string, string>> = {
  price_set: "where t.id in (select price_set_id from product_variant_price_set)",
  price: "where t.price_set_id in (select price_set_id from product_variant_price_set)",
}

/**
 * Copies the catalogue until it has at least this many products, with their own stock, prices and categories. Only for
 * a temporary database.
 *
 * @returns the number of products
 */
export async function growTo(databaseUrl: string, products: number): Promise<number> {
  const there = await countProducts(databaseUrl)
  const copies = Math.ceil(products / there) - 1
  // Prices are found through their links, so they are copied before the links.
  for (const [table, differing] of [...COPIES].sort(pricesFirst)) {
    const changes = Object.entries(differing).flatMap(([column, sql]) => [`'${column}'`, sql])
    await askDatabase(
      databaseUrl,
      `insert into "${table}" select r.* from "${table}" t
       cross join generate_series(1, ${String(copies)}) n
       cross join lateral jsonb_populate_record(t, jsonb_build_object(${changes.join(", ")})) r
       ${OF_PRODUCTS[table] ?? ""}`,
    )
  }
  await askDatabase(databaseUrl, "analyze")
  return countProducts(databaseUrl)
}

const pricesFirst = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  Number(b in OF_PRODUCTS) - Number(a in OF_PRODUCTS)

async function countProducts(databaseUrl: string): Promise<number> {
  const [row] = await askDatabase<{ count: string }>(
    databaseUrl,
    "select count(*) from product where deleted_at is null and status = 'published'",
  )
  return Number(row?.count)
}
