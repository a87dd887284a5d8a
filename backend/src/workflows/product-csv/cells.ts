import type { GoodsOfShelf, GoodsVariant } from "../shelf/read-goods"

/** Between the entries of a list, and between warnings, which may hold a semicolon. */
const LIST_SEPARATOR = "; "
export const WARNING_SEPARATOR = " | "
/** Said of allergens: there are none of the 14. A blank cell says nothing. */
export const NONE = "none"

const listed = (list: readonly string[] | null) =>
  list === null ? "" : list.length === 0 ? NONE : list.join(LIST_SEPARATOR)
const nutrient = (name: "energyKj" | "energyKcal" | Gram) => (goods: GoodsOfShelf) =>
  String(goods.said.facts.nutrition?.[name] ?? "")
type Gram = "fat" | "saturates" | "carbohydrate" | "sugars" | "protein" | "salt"

/** The columns that say something of a product, each as its cell is written. */
const PRODUCT_CELLS = {
  title: (goods: GoodsOfShelf) => goods.title,
  description: (goods: GoodsOfShelf) => goods.description,
  status: (goods: GoodsOfShelf) => goods.status,
  categories: (goods: GoodsOfShelf) => goods.categories.join(LIST_SEPARATOR),
  badge: ({ said }: GoodsOfShelf) => said.badge ?? "",
  featured: ({ said }: GoodsOfShelf) => (said.isFeatured ? "yes" : "no"),
  vat: ({ said }: GoodsOfShelf) => said.vat ?? "",
  legal_name: ({ said }: GoodsOfShelf) => said.facts.legalName ?? "",
  ingredients: ({ said }: GoodsOfShelf) => said.facts.ingredients ?? "",
  allergens: ({ said }: GoodsOfShelf) => listed(said.facts.allergens),
  may_contain: ({ said }: GoodsOfShelf) => said.facts.mayContain.join(LIST_SEPARATOR),
  nutrition_per: ({ said }: GoodsOfShelf) => said.facts.nutrition?.per ?? "",
  energy_kj: nutrient("energyKj"),
  energy_kcal: nutrient("energyKcal"),
  fat: nutrient("fat"),
  saturates: nutrient("saturates"),
  carbohydrate: nutrient("carbohydrate"),
  sugars: nutrient("sugars"),
  protein: nutrient("protein"),
  salt: nutrient("salt"),
  storage: ({ said }: GoodsOfShelf) => said.facts.storage ?? "",
  origin: ({ said }: GoodsOfShelf) => said.facts.origin ?? "",
  instructions: ({ said }: GoodsOfShelf) => said.facts.instructions ?? "",
  shelf_life_months: ({ said }: GoodsOfShelf) => String(said.facts.shelfLifeMonths ?? ""),
  operator_name: ({ said }: GoodsOfShelf) => said.facts.operatorName ?? "",
  operator_address: ({ said }: GoodsOfShelf) => said.facts.operatorAddress ?? "",
  warnings: ({ said }: GoodsOfShelf) => said.facts.warnings.join(WARNING_SEPARATOR),
  certification: ({ said }: GoodsOfShelf) => said.facts.certification ?? "",
}

/** The columns that say something of a variant. */
const VARIANT_CELLS = {
  weight: (variant: GoodsVariant) => variant.weight,
  net_quantity: ({ stated }: GoodsVariant) => String(stated?.value ?? ""),
  net_quantity_unit: ({ stated }: GoodsVariant) => stated?.unit ?? "",
  price: ({ price }: GoodsVariant) => price ?? "",
  stock: ({ stock }: GoodsVariant) => String(stock ?? ""),
}

/** What finds a product and its variant. */
export const KEY_COLUMNS = ["handle", "sku"] as const

const PRODUCT_COLUMNS = Object.keys(PRODUCT_CELLS)
const VARIANT_COLUMNS = Object.keys(VARIANT_CELLS)
export const COLUMNS: readonly string[] = [...KEY_COLUMNS, ...VARIANT_COLUMNS, ...PRODUCT_COLUMNS]
export const isVariantColumn = (name: string) => VARIANT_COLUMNS.includes(name)

/** Cells by the name of their column. */
export type Cells = Readonly<Record<string, string>>

/** A product's cells as they are now. */
export const productCells = (goods: GoodsOfShelf): Cells => cellsOf(PRODUCT_CELLS, goods)

/** A variant's cells as they are now. */
export const variantCells = (variant: GoodsVariant): Cells => cellsOf(VARIANT_CELLS, variant)

const cellsOf = <Goods>(columns: Record<string, (goods: Goods) => string>, goods: Goods): Cells =>
  Object.fromEntries(Object.entries(columns).map(([name, write]) => [name, write(goods)]))

const blank = (columns: readonly string[]) => columns.map((name) => [name, ""] as const)

/** The cells of something that is not there yet. */
export const NO_PRODUCT_CELLS: Cells = {
  ...Object.fromEntries(blank(PRODUCT_COLUMNS)),
  status: "draft",
  featured: "no",
  vat: "standard",
}
export const NO_VARIANT_CELLS: Cells = Object.fromEntries(blank(VARIANT_COLUMNS))
