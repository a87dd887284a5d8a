import type { ImportReport } from "@shop/contracts/staff"
import { SHARED_STOCK } from "../change-products/set-stock"
import type { ProductChange } from "../change-products/steps"
import type { ProductRow, VariantRow } from "../stock/product-rows"
import { netQuantityIn } from "../../modules/food-information"
import { NO_VARIANT_CELLS, variantCells } from "./cells"
import { parseVariant } from "./parse-cells"
import { cellsAbout, differences, type CsvLine } from "./read-csv"

/** A new product: created as a draft, then changed like any other. */
export interface NewProduct {
  handle: string
  title: string
  variants: { sku: string; weight: string; pence: number }[]
}

/** A change by handle; a size by its id or, of a new product, by its SKU. */
export interface PlannedChange extends Omit<ProductChange, "productId" | "variants"> {
  handle: string
  variants: (Omit<NonNullable<ProductChange["variants"]>[number], "id"> &
    ({ id: string } | { sku: string }))[]
}

export interface Plan {
  additions: NewProduct[]
  changes: PlannedChange[]
  lines: ImportReport["lines"]
}

export interface Known {
  products: ReadonlyMap<string, ProductRow>
  categories: ReadonlyMap<string, string>
  skus: ReadonlyMap<string, string>
}

export interface PlannedLine {
  problems: string[]
  changes: ReturnType<typeof differences>
  weight: string | undefined
  /** Null: the cells are invalid. */
  says: {
    fresh: NewProduct["variants"][number]
    change: PlannedChange["variants"][number]
    variant: VariantRow
  } | null
}

/** Ignores product cells. `product`: undefined for a new one. `seen`: the sizes of earlier lines, and then this one's too. */
export function planLine(
  line: CsvLine,
  product: ProductRow | undefined,
  known: Known,
  seen: Set<string>,
): PlannedLine {
  const problems: string[] = []
  const variant = findVariant(product, line, known, problems)
  const id = variant?.id ?? line.sku
  if (seen.has(id)) problems.push("This line is in the file twice.")
  seen.add(id)
  const before = variant ? variantCells(variant) : NO_VARIANT_CELLS
  const cells = { ...before, ...cellsAbout("variant", line) }
  const changes = differences(before, cells)
  const weightCell = cells["weight"]
  const parsed = parseVariant(cells)
  if (!parsed.ok)
    return { problems: [...problems, ...parsed.problems], changes, weight: weightCell, says: null }
  const { weight, netQuantity, pence, stock } = parsed.value
  if (!product && pence === undefined) problems.push("price: A new product needs a price.")
  const isChanged = (...names: string[]) => changes.some(({ column }) => names.includes(column))
  if (variant?.isStockShared && isChanged("stock")) problems.push(`stock: ${SHARED_STOCK}`)
  return {
    problems,
    changes,
    weight: weightCell,
    says: {
      fresh: { sku: line.sku, weight, pence: pence ?? 0 },
      change: {
        ...(variant ? { id } : { sku: id }),
        ...(variant && isChanged("weight") && { weight }),
        ...(isChanged("net_quantity", "net_quantity_unit") && { netQuantity }),
        ...(variant && isChanged("price") && pence !== undefined && { pence }),
        ...(isChanged("stock") && stock !== undefined && { stock }),
      },
      variant: {
        ...(variant ?? NEW_VARIANT),
        id,
        weight,
        netQuantity: netQuantity ?? netQuantityIn(weight),
        ...(pence !== undefined && { pence }),
        ...((!variant || stock !== undefined) && { isCounted: true }),
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
  pence: null,
  stock: null,
  counted: null,
  available: null,
  isStockShared: false,
  isCounted: false,
}

function findVariant(
  product: ProductRow | undefined,
  { sku, handle, cells }: CsvLine,
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
    sku === "" && others.length === 0
      ? only
      : product.variants.find((one) =>
          sku === "" ? !one.sku && one.weight === cells["weight"] : one.sku === sku,
        )
  if (!found)
    wrong.push(
      "sku: This product has no such size. Add sizes on the product's page, then import their facts. Without a SKU a size is found by its weight text.",
    )
  return found
}
