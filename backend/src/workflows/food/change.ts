import type { NetQuantity, VatCategory } from "@shop/contracts"
import type { FoodFacts } from "../../modules/food-information"

/** A change of one product; what is left out stays as it is. */
export interface ProductChange {
  productId: string
  title?: string
  description?: string
  categoryIds?: string[]
  status?: "published" | "draft"
  facts?: FoodFacts
  /** Null takes it away. */
  badge?: string | null
  isFeatured?: boolean
  vat?: VatCategory
  variants?: VariantChange[]
}

interface VariantChange {
  id: string
  weight?: string
  /** Null: the weight text says it. */
  netQuantity?: NetQuantity | null
  pence?: number
  stock?: number
}
