import type { MedusaContainer } from "@medusajs/framework/types"
import { createProductCategoriesWorkflow } from "@medusajs/medusa/core-flows"
import type { Category } from "./catalogue/schema"
import { readCategoryIds } from "../../catalogue/store"
import { uploadImages } from "./images"

/** Returns ids by slug. Medusa's categories have no picture: staff can change its address in `metadata.image_url`. */
export async function ensureCategories(
  container: MedusaContainer,
  categories: readonly Category[],
): Promise<ReadonlyMap<string, string>> {
  const existing = await readCategoryIds(container)
  const missing = categories.filter((category) => !existing.has(category.slug))
  if (missing.length === 0) return existing
  const images = await uploadImages(
    container,
    missing.map((category) => category.image),
  )
  await createProductCategoriesWorkflow(container).run({
    input: {
      product_categories: missing.map((category) => ({
        name: category.name,
        handle: category.slug,
        description: category.description,
        is_active: true,
        rank: categories.indexOf(category),
        metadata: { image_url: images.get(category.image) },
      })),
    },
  })
  return readCategoryIds(container)
}
