import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { databaseOf } from "../query/database"
import { toPence } from "../query/money"
import type { Entry, CatalogueContext } from "./entry"
import { contentRow, toEntry } from "./to-entry"
import { readProductFacts } from "./product-facts"
import { PICTURE } from "./picture"
import type { CatalogueRow } from "./read-model"
import type { Shop } from "./shop"

/** Few enough that other requests get their turn in between, many enough that ten thousand take half a second. */
const BATCH = 1000

/** Words and places of these products; what is declared of their food is asked beside it, the price is Medusa's to calculate. */
const SQL = `
select p.id, p.title, p.handle, coalesce(p.description, '') as description, ${PICTURE} as thumbnail,
  array(select l.product_category_id from product_category_product l where l.product_id = p.id) as categories
from product p where p.id = any(:products)`

const priceSetRow = z.object({ variantId: z.string(), priceSetId: z.string() })
const PRICE_SETS = `
select s.variant_id as "variantId", s.price_set_id as "priceSetId" from product_variant_price_set s
where s.variant_id = any(:variants) and s.deleted_at is null`

/** The products of these rows as the shop shows them, with Medusa's own calculated prices. */
export async function loadEntries(
  container: MedusaContainer,
  context: CatalogueContext,
  rows: readonly CatalogueRow[],
): Promise<readonly Entry[]> {
  const database = databaseOf(container)
  const entries: Entry[] = []
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH)
    const products = batch.map(({ productId }) => productId)
    const variants = batch.flatMap((row) => row.variants.map(({ id }) => id))
    const [contents, declared, priceSets] = await Promise.all([
      database.ask(contentRow, SQL, { products }),
      readProductFacts(database, products),
      database.ask(priceSetRow, PRICE_SETS, { variants }),
    ])
    const prices = await calculatePrices(container, context.shop, priceSets)
    const contentOf = new Map(contents.map((content) => [content.id, content]))
    const factsOf = new Map(declared.map((facts) => [facts.id, facts]))
    for (const row of batch) {
      const content = contentOf.get(row.productId)
      const facts = factsOf.get(row.productId)
      const entry = content && facts && toEntry(content, facts, row.variants, prices, context)
      if (entry) entries.push(entry)
    }
  }
  return entries
}

/** Pence by variant; one without a price here is left out. */
async function calculatePrices(
  container: MedusaContainer,
  shop: Shop,
  priceSets: readonly z.infer<typeof priceSetRow>[],
): Promise<ReadonlyMap<string, number>> {
  const prices = await container
    .resolve(Modules.PRICING)
    .calculatePrices(
      { id: priceSets.map(({ priceSetId }) => priceSetId) },
      { context: { region_id: shop.regionId, currency_code: shop.currencyCode } },
    )
  const amounts = new Map(prices.map(({ id, calculated_amount: amount }) => [id, amount]))
  return new Map(
    priceSets.flatMap(({ variantId, priceSetId }) => {
      const amount = amounts.get(priceSetId)
      return amount === null || amount === undefined ? [] : [[variantId, toPence(Number(amount))] as const]
    }),
  )
}
