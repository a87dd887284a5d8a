import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import {
  createProductsWorkflow,
  deleteProductsWorkflow,
  updateProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import { changeProductsWorkflow } from "../../catalogue/change-products/change-products"
import { queryGraph } from "../../platform/sql/query"
import { isFood, type Product } from "./catalogue/schema"
import { drawLabel } from "./drawings/label"
import { factsOfProduct } from "./food-facts"
import { uploadImages } from "./images"
import { labelFile, picturesOf, productInput, UNFINISHED, type Shelving } from "./product-input"

const draftRow = z.object({ id: z.string(), metadata: z.record(z.string(), z.unknown()).nullable() })
const handleRow = z.object({ handle: z.string() })

/**
 * Creates the products of the catalogue, each with one variant. They start as marked drafts, receive their food information and
 * VAT as staff's changes do, and are published together. After an interrupted run, the next run deletes the drafts and starts again.
 */
export async function ensureProducts(
  container: MedusaContainer,
  products: readonly Product[],
  shelving: Omit<Shelving, "images">,
): Promise<void> {
  const existing = await existingHandles(container, products)
  const missing = products.filter((product) => !existing.has(product.slug))
  if (missing.length === 0) return
  const images = await uploadImages(
    container,
    missing.flatMap((product) => picturesOf(product).map(({ file }) => file)),
    new Map(missing.filter(isFood).map((product) => [labelFile(product), drawLabel(product)])),
  )
  const { result } = await createProductsWorkflow(container).run({
    input: { products: missing.map((product) => productInput(product, { ...shelving, images })) },
  })
  await changeProductsWorkflow(container).run({
    input: result.flatMap(({ id, handle }) => {
      const product = missing.find(({ slug }) => slug === handle)
      if (!product) return []
      const { vat, featured } = product
      const facts = isFood(product) ? { facts: factsOfProduct(product) } : {}
      return [{ productId: id, vat, ...(featured && { isFeatured: true }), ...facts }]
    }),
  })
  await updateProductsWorkflow(container).run({
    input: {
      // Medusa merges metadata by key; an empty string removes a key.
      products: result.map(({ id }) => ({ id, status: "published", metadata: { [UNFINISHED]: "" } })),
    },
  })
}

/** Deletes the drafts of an interrupted run. Runs before the stock: Medusa deletes the inventory items of a product with it. */
export async function removeUnfinished(container: MedusaContainer): Promise<void> {
  const drafts = await queryGraph(container, draftRow, {
    entity: "product",
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
    filters: { handle: products.map((product) => product.slug) },
  })
  return new Set(found.map((product) => product.handle))
}
