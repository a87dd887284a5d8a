import { netQuantityIn } from "../../modules/food-information"
import type { ProductRow, VariantRow } from "../stock-overview/product-rows"
import { NO_VARIANT_CELLS, variantCells } from "./cells"
import { cellsAbout, differences } from "./differences"
import { parseVariant } from "./parse-cells"
import type { Known, NewProduct, PlannedChange } from "./planned"
import type { CsvLine } from "./read-csv"

/** What one line says of its size. */
export interface PlannedLine {
  problems: string[]
  changes: ReturnType<typeof differences>
  /** As the cell has it, for the line's name. */
  weight: string | undefined
  /** Null where the cells cannot be read. */
  says: {
    fresh: NewProduct["variants"][number]
    change: PlannedChange["variants"][number]
    /** The size as it will be. */
    variant: VariantRow
  } | null
}

/**
 * What a line would do to its size; what it says of the product is not looked at.
 * @param product undefined for a product that is not there yet
 * @param isRepeated the file had a line of this size before
 */
export function planLine(
  line: CsvLine,
  product: ProductRow | undefined,
  known: Known,
  isRepeated: boolean,
): PlannedLine {
  const problems: string[] = []
  const variant = findVariant(product, line, known, problems)
  if (isRepeated) problems.push("This line stands in the file twice.")
  const before = variant ? variantCells(variant) : NO_VARIANT_CELLS
  const cells = { ...before, ...cellsAbout("variant", line) }
  const changes = differences(before, cells)
  const weightCell = cells["weight"]
  const parsed = parseVariant(cells)
  if (!parsed.ok)
    return { problems: [...problems, ...parsed.problems], changes, weight: weightCell, says: null }
  const { weight, netQuantity, pence, stock } = parsed.value
  if (!product && pence === undefined) problems.push("price: A new product needs a price.")
  if (variant?.stock === null && stock !== undefined)
    problems.push("stock: Nothing is counted of this size. Switch on “Manage inventory” on its page first.")
  const isChanged = (...names: string[]) => changes.some(({ column }) => names.includes(column))
  return {
    problems,
    changes,
    weight: weightCell,
    says: {
      fresh: { sku: line.sku, weight, pence: pence ?? 0 },
      change: {
        sku: variant ? variant.sku : line.sku,
        ...(variant && isChanged("weight") && { weight }),
        ...(isChanged("net_quantity", "net_quantity_unit") && { netQuantity }),
        ...(variant && isChanged("price") && pence !== undefined && { pence }),
        ...(isChanged("stock") && stock !== undefined && { stock }),
      },
      variant: {
        ...(variant ?? NEW_VARIANT),
        id: line.sku,
        weight,
        netQuantity: netQuantity ?? netQuantityIn(weight),
      },
    },
  }
}

const NEW_VARIANT: VariantRow = {
  id: "",
  weight: "",
  sku: null,
  stated: null,
  netQuantity: null,
  price: null,
  stock: null,
  available: null,
}

function findVariant(
  product: ProductRow | undefined,
  { sku, handle }: CsvLine,
  known: Known,
  wrong: string[],
): VariantRow | undefined {
  if (!product) {
    const owner = known.skus.get(sku)
    if (sku === "") wrong.push("sku: A new product needs a stock-keeping unit.")
    else if (owner !== undefined && owner !== handle) wrong.push(`sku: It is ${owner}'s already.`)
    return undefined
  }
  const [only, ...others] = product.variants
  const found =
    sku === "" && others.length === 0 ? only : product.variants.find((variant) => variant.sku === sku)
  if (!found)
    wrong.push(
      "sku: This product has no such size. Add sizes on the product's page, then import their facts.",
    )
  return found
}
