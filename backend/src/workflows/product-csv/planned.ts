import type { ImportReport } from "@shop/contracts/staff"
import type { ProductChange } from "../food/change"
import type { ProductRow } from "../stock-overview/product-rows"

/** A product that is not there yet; it is made as a draft and then changed like any other. */
export interface NewProduct {
  handle: string
  title: string
  variants: { sku: string; weight: string; pence: number }[]
}

/** A change of a product by its handle and of variants by their stock-keeping units, which new ones have before an id. */
export interface PlannedChange extends Omit<ProductChange, "productId" | "variants"> {
  handle: string
  variants: (Omit<NonNullable<ProductChange["variants"]>[number], "id"> & { sku: string | null })[]
}

export interface Plan {
  additions: NewProduct[]
  changes: PlannedChange[]
  lines: ImportReport["lines"]
}

/** What there is to compare a file with. */
export interface Known {
  /** By handle. */
  products: ReadonlyMap<string, ProductRow>
  /** Category ids by handle. */
  categories: ReadonlyMap<string, string>
  /** Whose each stock-keeping unit is: product handles by it. */
  skus: ReadonlyMap<string, string>
}
