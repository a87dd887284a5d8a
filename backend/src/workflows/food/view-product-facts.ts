import type { MedusaContainer } from "@medusajs/framework/types"
import type { ProductFactsView } from "@shop/contracts/staff"
import { readProductFacts } from "../../catalogue"
import { unitPriceOf } from "../../modules/food-information"
import { databaseOf } from "../../query/database"
import { toPounds } from "../../query/money"
import { readPrices } from "./read-prices"

/** A product with all that is declared of it, as its form shows it; undefined when there is none. */
export async function viewProductFacts(
  container: MedusaContainer,
  productId: string,
): Promise<ProductFactsView | undefined> {
  const database = databaseOf(container)
  const [declared] = await readProductFacts(database, [productId])
  if (!declared) return undefined
  const prices = await readPrices(
    database,
    declared.variants.map(({ id }) => id),
  )
  const variants = declared.variants.map(({ id, sku, weight, stated, netQuantity }) => {
    const pence = prices.get(id)
    return {
      id,
      sku,
      weight,
      stated,
      netQuantity,
      price: pence === undefined ? null : toPounds(pence),
      unitPrice: pence === undefined ? null : unitPriceOf(pence, netQuantity),
    }
  })
  return { ...declared, missing: [...declared.missing], variants }
}
