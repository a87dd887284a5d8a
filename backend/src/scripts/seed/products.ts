import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import {
  createProductTagsWorkflow,
  createProductsWorkflow,
  deleteProductsWorkflow,
  updateProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import type { Product } from "./catalogue/schema"
import { queryGraph } from "../../platform/sql/query"
import { FEATURED_TAG } from "../../catalogue"
import { ensureFoodInformation } from "./food-information"
import { uploadImages } from "./images"
import { productInput, UNFINISHED, type Shelving } from "./product-input"

const draftRow = z.object({ id: z.string(), metadata: z.record(z.string(), z.unknown()).nullable() })
const handleRow = z.object({ handle: z.string() })

/**
 * Creates the products of the catalogue, each with one variant. They start as marked drafts, receive their food
 * information and are published together. After an interrupted run, the next run deletes the drafts and starts again.
 */
export async function ensureProducts(
  container: MedusaContainer,
  products: readonly Product[],
  shelving: Omit<Shelving, "featuredTagId" | "images">,
): Promise<void> {
  const existing = await existingHandles(container, products)
  const missing = products.filter((product) => !existing.has(product.slug))
  if (missing.length === 0) return
  const featuredTagId = await ensureFeaturedTag(container)
  const images = await uploadImages(
    container,
    missing.map((product) => product.image),
  )
  const { result } = await createProductsWorkflow(container).run({
    input: {
      products: missing.map((product) => productInput(product, { ...shelving, featuredTagId, images })),
    },
  })
  await ensureFoodInformation(container, missing)
  await updateProductsWorkflow(container).run({
    input: {
      // Medusa merges metadata by key; an empty string removes a key.
      products: result.map((product) => ({
        id: product.id,
        status: "published",
        metadata: { [UNFINISHED]: "" },
      })),
    },
  })
}

/** Deletes the drafts of an interrupted run. Runs before the stock: Medusa deletes the inventory items of a product with it. */
export async function removeUnfinished(container: MedusaContainer): Promise<void> {
  const drafts = await queryGraph(container, draftRow, {
    entity: "product",
    fields: ["id", "metadata"],
    filters: { status: "draft" },
  })
  const unfinished = drafts.filter((draft) => draft.metadata?.[UNFINISHED] === true)
  if (unfinished.length === 0) return
  await deleteProductsWorkflow(container).run({ input: { ids: unfinished.map((draft) => draft.id) } })
}

async function existingHandles(
  container: MedusaContainer,
  products: readonly Product[],
): Promise<Set<string>> {
  const found = await queryGraph(container, handleRow, {
    entity: "product",
    fields: ["handle"],
    filters: { handle: products.map((product) => product.slug) },
  })
  return new Set(found.map((product) => product.handle))
}

async function ensureFeaturedTag(container: MedusaContainer): Promise<string> {
  const [existing] = await container.resolve(Modules.PRODUCT).listProductTags({ value: FEATURED_TAG })
  if (existing) return existing.id
  const { result } = await createProductTagsWorkflow(container).run({
    input: { product_tags: [{ value: FEATURED_TAG }] },
  })
  const [created] = result
  if (!created) throw new Error("Medusa made no tag.")
  return created.id
}
