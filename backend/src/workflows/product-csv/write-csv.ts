import type { MedusaContainer } from "@medusajs/framework/types"
import { stringify } from "csv-stringify/sync"
import { BYTE_ORDER_MARK, CSV } from "../../query/csv"
import { databaseOf } from "../../query/database"
import { allProductIds, readGoods } from "../shelf/read-goods"
import { COLUMNS, productCells, variantCells } from "./cells"

/**
 * All products as a table, a line a variant, for a spreadsheet and for coming back. What a spreadsheet would run as a
 * formula begins with ' instead; reading takes it off again.
 */
export async function writeProductCsv(container: MedusaContainer): Promise<string> {
  const database = databaseOf(container)
  const goods = await readGoods(database, await allProductIds(database))
  const lines = goods.flatMap((product) => {
    const said = productCells(product)
    return product.variants.map((variant) => ({
      handle: product.handle,
      sku: variant.sku ?? "",
      ...variantCells(variant),
      ...said,
    }))
  })
  return BYTE_ORDER_MARK + stringify(lines, { ...CSV, header: true, columns: [...COLUMNS] })
}
