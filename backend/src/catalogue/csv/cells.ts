import type { MedusaContainer } from "@medusajs/framework/types"
import { stringify } from "csv-stringify/sync"
import type { FactColumn } from "../../modules/food-information"
import { type ProductRow, type VariantRow, readProductRows } from "../stock/product-rows"
import { BYTE_ORDER_MARK, CSV } from "../../platform/csv"

/** Between the entries of a list, and between warnings, which may hold a semicolon. */
const LIST_SEPARATOR = "; "
export const WARNING_SEPARATOR = " | "
/** The allergens cell of a product with none of the 14. A blank cell means not declared. */
export const NONE = "none"
/** In `nutrition_per`, of a food that needs no nutrition table. */
export const EXEMPT = "exempt"

const listed = (list: readonly string[] | null) =>
  list === null ? "" : list.length === 0 ? NONE : list.join(LIST_SEPARATOR)
const yesOrNo = (is: boolean) => (is ? "yes" : "no")
const nutrient = (name: "energyKj" | "energyKcal" | Gram) => (product: ProductRow) =>
  String(product.declared.facts.nutrition?.[name] ?? "")
type Gram = "fat" | "saturates" | "carbohydrate" | "sugars" | "protein" | "salt"

type Write = (product: ProductRow) => string
/** The nutrition table has a cell for each nutrient. */
export type FactCell = Exclude<FactColumn, "nutrition" | "is_nutrition_exempt">

const PRODUCT_CELLS = {
  title: (product: ProductRow) => product.title,
  description: (product: ProductRow) => product.description,
  status: (product: ProductRow) => product.status,
  categories: (product: ProductRow) => product.categories.join(LIST_SEPARATOR),
  food: ({ declared }: ProductRow) => yesOrNo(declared.isFood),
  badge: ({ declared }: ProductRow) => declared.badge ?? "",
  featured: ({ declared }: ProductRow) => yesOrNo(declared.isFeatured),
  vat: ({ declared }: ProductRow) => declared.vat ?? "",
  legal_name: ({ declared }: ProductRow) => declared.facts.legalName ?? "",
  ingredients: ({ declared }: ProductRow) => declared.facts.ingredients ?? "",
  allergens: ({ declared }: ProductRow) => listed(declared.facts.allergens),
  may_contain: ({ declared }: ProductRow) => declared.facts.mayContain.join(LIST_SEPARATOR),
  nutrition_per: ({ declared: { facts } }: ProductRow) =>
    facts.isNutritionExempt ? EXEMPT : (facts.nutrition?.per ?? ""),
  energy_kj: nutrient("energyKj"),
  energy_kcal: nutrient("energyKcal"),
  fat: nutrient("fat"),
  saturates: nutrient("saturates"),
  carbohydrate: nutrient("carbohydrate"),
  sugars: nutrient("sugars"),
  protein: nutrient("protein"),
  salt: nutrient("salt"),
  storage: ({ declared }: ProductRow) => declared.facts.storage ?? "",
  origin: ({ declared }: ProductRow) => declared.facts.origin ?? "",
  instructions: ({ declared }: ProductRow) => declared.facts.instructions ?? "",
  shelf_life_months: ({ declared }: ProductRow) => String(declared.facts.shelfLifeMonths ?? ""),
  operator_name: ({ declared }: ProductRow) => declared.facts.operatorName ?? "",
  operator_address: ({ declared }: ProductRow) => declared.facts.operatorAddress ?? "",
  warnings: ({ declared }: ProductRow) => declared.facts.warnings.join(WARNING_SEPARATOR),
  certification: ({ declared }: ProductRow) => declared.facts.certification ?? "",
} satisfies Record<string, Write> & Record<FactCell, Write>

const VARIANT_CELLS = {
  weight: (variant: VariantRow) => variant.weight,
  net_quantity: ({ stated }: VariantRow) => String(stated?.value ?? ""),
  net_quantity_unit: ({ stated }: VariantRow) => stated?.unit ?? "",
  price: ({ price }: VariantRow) => price ?? "",
  stock: ({ stock }: VariantRow) => String(stock ?? ""),
}

/** What can be sold, beside `stock`, which is what is counted. An import ignores it. */
export const AVAILABLE = "available"

export const KEY_COLUMNS = ["handle", "sku"] as const

const PRODUCT_COLUMNS = Object.keys(PRODUCT_CELLS)
const VARIANT_COLUMNS = Object.keys(VARIANT_CELLS)
export const COLUMNS: readonly string[] = [...KEY_COLUMNS, ...VARIANT_COLUMNS, AVAILABLE, ...PRODUCT_COLUMNS]
export const isVariantColumn = (name: string) => VARIANT_COLUMNS.includes(name)

export type Cells = Readonly<Record<string, string>>

export const productCells = (product: ProductRow): Cells => cellsOf(PRODUCT_CELLS, product)

export const variantCells = (variant: VariantRow): Cells => cellsOf(VARIANT_CELLS, variant)

const cellsOf = <Row>(columns: Record<string, (row: Row) => string>, row: Row): Cells =>
  Object.fromEntries(Object.entries(columns).map(([name, write]) => [name, write(row)]))

const blank = (columns: readonly string[]) => columns.map((name) => [name, ""] as const)

export const NO_PRODUCT_CELLS: Cells = {
  ...Object.fromEntries(blank(PRODUCT_COLUMNS)),
  status: "draft",
  food: "yes",
  featured: "no",
  vat: "standard",
}
export const NO_VARIANT_CELLS: Cells = Object.fromEntries(blank(VARIANT_COLUMNS))

/** One line per variant. The ' before a cell that a spreadsheet would run is removed by the import. */
export async function writeProductCsv(container: MedusaContainer): Promise<string> {
  const products = await readProductRows(container)
  const lines = products.flatMap((product) => {
    const declared = productCells(product)
    return product.variants.map((variant) => ({
      handle: product.handle,
      sku: variant.sku ?? "",
      ...variantCells(variant),
      [AVAILABLE]: String(variant.available ?? ""),
      ...declared,
    }))
  })
  return BYTE_ORDER_MARK + stringify(lines, { ...CSV, header: true, columns: [...COLUMNS] })
}
