import type { MedusaContainer } from "@medusajs/framework/types"
import { stringify } from "csv-stringify/sync"
import { BYTE_ORDER_MARK, CSV } from "../../query/csv"
import { databaseOf } from "../../query/database"
import { allProductIds, readProductRows } from "../stock-overview/product-rows"
import { COLUMNS, productCells, variantCells } from "./cells"

/**
 * All products as a table, a line a variant, for a spreadsheet and for coming back. What a spreadsheet would run as a
 * formula begins with ' instead; reading takes it off again.
 */
export async function writeProductCsv(container: MedusaContainer): Promise<string> {
  const database = databaseOf(container)
  const products = await readProductRows(database, await allProductIds(database))
  const lines = products.flatMap((product) => {
    const declared = productCells(product)
    return product.variants.map((variant) => ({
      handle: product.handle,
      sku: variant.sku ?? "",
      ...variantCells(variant),
      ...declared,
    }))
  })
  return BYTE_ORDER_MARK + stringify(lines, { ...CSV, header: true, columns: [...COLUMNS] })
}
