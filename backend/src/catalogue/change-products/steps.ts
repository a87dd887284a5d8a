import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { NetQuantity, VatCategory } from "@shop/contracts"
import { FEATURED_TAG, NON_FOOD, NOT_FOOD_KEY } from "../../platform/medusa-tables/products"
import { FOOD_INFORMATION, rowOf, type FoodFacts } from "../../modules/food-information"

/** A change of one product. Absent fields stay the same. */
export interface ProductChange {
  productId: string
  title?: string
  description?: string
  categoryIds?: string[]
  status?: "published" | "draft"
  isFood?: boolean
  facts?: FoodFacts
  /** Null removes it. */
  badge?: string | null
  isFeatured?: boolean
  vat?: VatCategory
  variants?: VariantChange[]
}

interface VariantChange {
  id: string
  weight?: string
  /** Null: derived from the weight text. */
  netQuantity?: NetQuantity | null
  pence?: number
  stock?: number
}

export const variantsOf = (changes: readonly ProductChange[]): VariantChange[] =>
  changes.flatMap(({ variants }) => variants ?? [])

interface Update {
  id: string
  title?: string
  description?: string
  category_ids?: string[]
  status?: "published" | "draft"
  type_id?: string | null
  metadata?: Record<string, string>
  tag_ids?: string[]
}

/** The ids of the type, which staff can also choose in Medusa's own form: there may be several of one name in other letters. */
export async function ensureNonFoodTypes(container: MedusaContainer): Promise<[string, ...string[]]> {
  const products = container.resolve(Modules.PRODUCT)
  const types = await products.listProductTypes({}, { select: ["id", "value"], take: null })
  const [first, ...others] = types.filter(({ value }) => value.toLowerCase() === NON_FOOD)
  const { id } = first ?? (await products.createProductTypes({ value: "Non-food" }))
  return [id, ...others.map((type) => type.id)]
}

/** The part of a change that Medusa stores: its own fields, the badge in the metadata, 'featured' as a tag. */
export const planUpdateStep = createStep(
  "plan-update",
  async (changes: ProductChange[], { container }): Promise<StepResponse<Update[], string | null>> => {
    const products = container.resolve(Modules.PRODUCT)
    const isSorted = changes.some(({ isFood }) => isFood !== undefined)
    const nonFoods: [string, ...string[]] = isSorted ? await ensureNonFoodTypes(container) : [""]
    const isTagged = changes.some(({ isFeatured }) => isFeatured !== undefined)
    const [known] = isTagged ? await products.listProductTags({ value: FEATURED_TAG }) : []
    const made = isTagged && !known ? await products.createProductTags({ value: FEATURED_TAG }) : undefined
    const tagId = known?.id ?? made?.id ?? ""
    const now =
      isTagged || isSorted
        ? await products.listProducts(
            { id: changes.map(({ productId }) => productId) },
            { select: ["id", "type_id"], relations: ["tags"], take: changes.length },
          )
        : []
    const tagsOf = new Map(now.map(({ id, tags }) => [id, tags.map((tag) => tag.id)]))
    const hasOwnType = new Set(
      now.flatMap(({ id, type_id: type }) => (type && !nonFoods.includes(type) ? [id] : [])),
    )
    const updates = changes.map(
      ({ productId, categoryIds, isFood, badge, isFeatured, ...change }): Update => {
        const others = (tagsOf.get(productId) ?? []).filter((id) => id !== tagId)
        // Medusa merges metadata key by key, and an empty string removes a key. Metadata without keys removes all.
        const metadata = {
          ...(isFood !== undefined && {
            [NOT_FOOD_KEY]: !isFood && hasOwnType.has(productId) ? "true" : "",
          }),
          ...(badge !== undefined && { badge: badge ?? "" }),
        }
        return {
          id: productId,
          ...(change.title !== undefined && { title: change.title }),
          ...(change.description !== undefined && { description: change.description }),
          ...(change.status !== undefined && { status: change.status }),
          ...(categoryIds && { category_ids: categoryIds }),
          ...(isFood !== undefined && !hasOwnType.has(productId) && { type_id: isFood ? null : nonFoods[0] }),
          ...(Object.keys(metadata).length > 0 && { metadata }),
          ...(isFeatured !== undefined && { tag_ids: isFeatured ? [...others, tagId] : others }),
        }
      },
    )
    return new StepResponse(updates, made?.id ?? null)
  },
  async (madeTag, { container }) => {
    if (madeTag) await container.resolve(Modules.PRODUCT).deleteProductTags([madeTag])
  },
)

export const saveFactsStep = createStep(
  "save-facts",
  async (changes: ProductChange[], { container }) => {
    const declared = changes.flatMap(({ productId, facts }) => (facts ? [{ productId, facts }] : []))
    const food = container.resolve(FOOD_INFORMATION)
    const before = await food.listFoodInformations(
      { product_id: declared.map(({ productId }) => productId) },
      { take: declared.length },
    )
    const ids = new Map(before.map(({ id, product_id }) => [product_id, id]))
    const rows = declared.map(({ productId, facts }) => ({
      id: ids.get(productId),
      ...rowOf(productId, facts),
    }))
    const changed = rows.flatMap(({ id, ...row }) => (id === undefined ? [] : [{ id, ...row }]))
    const added = rows.flatMap(({ id, ...row }) => (id === undefined ? [row] : []))
    if (changed.length > 0) await food.updateFoodInformations(changed)
    const created = added.length > 0 ? await food.createFoodInformations(added) : []
    return new StepResponse(null, { before, created: created.map(({ id }) => id) })
  },
  async (undo, { container }) => {
    if (!undo) return
    const food = container.resolve(FOOD_INFORMATION)
    if (undo.created.length > 0) await food.deleteFoodInformations(undo.created)
    if (undo.before.length > 0) await food.updateFoodInformations(undo.before)
  },
)

/** Saves net quantities that cannot be derived from the weight text, and deletes those that now can. */
export const saveNetQuantitiesStep = createStep(
  "save-net-quantities",
  async (changes: ProductChange[], { container }) => {
    const declared = variantsOf(changes).flatMap(({ id, netQuantity }) =>
      netQuantity === undefined ? [] : [{ variantId: id, netQuantity }],
    )
    const food = container.resolve(FOOD_INFORMATION)
    const before = await food.listNetQuantities(
      { variant_id: declared.map(({ variantId }) => variantId) },
      { take: declared.length },
    )
    const ids = new Map(before.map(({ id, variant_id }) => [variant_id, id]))
    const kept = declared.flatMap(({ variantId, netQuantity }) =>
      netQuantity ? [{ id: ids.get(variantId), variant_id: variantId, ...netQuantity }] : [],
    )
    const changed = kept.flatMap(({ id, ...row }) => (id === undefined ? [] : [{ id, ...row }]))
    const added = kept.flatMap(({ id, ...row }) => (id === undefined ? [row] : []))
    const gone = declared.flatMap(({ variantId, netQuantity }) =>
      netQuantity ? [] : (ids.get(variantId) ?? []),
    )
    if (changed.length > 0) await food.updateNetQuantities(changed)
    const created = added.length > 0 ? await food.createNetQuantities(added) : []
    if (gone.length > 0) await food.softDeleteNetQuantities(gone)
    return new StepResponse(null, { before, gone, created: created.map(({ id }) => id) })
  },
  async (undo, { container }) => {
    if (!undo) return
    const food = container.resolve(FOOD_INFORMATION)
    if (undo.created.length > 0) await food.deleteNetQuantities(undo.created)
    if (undo.gone.length > 0) await food.restoreNetQuantities(undo.gone)
    if (undo.before.length > 0) await food.updateNetQuantities(undo.before)
  },
)
