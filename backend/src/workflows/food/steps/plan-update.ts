import { Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { FEATURED_TAG } from "../../../catalogue"
import type { ProductChange } from "../change"

interface Update {
  id: string
  title?: string
  description?: string
  category_ids?: string[]
  status?: "published" | "draft"
  metadata?: Record<string, string>
  tag_ids?: string[]
}

/** What of a change Medusa keeps itself: its own fields, the badge in the metadata, 'featured' as a tag. */
export const planUpdateStep = createStep(
  "plan-update",
  async (changes: ProductChange[], { container }): Promise<StepResponse<Update[], string | null>> => {
    const products = container.resolve(Modules.PRODUCT)
    const isTagged = changes.some(({ isFeatured }) => isFeatured !== undefined)
    const [known] = isTagged ? await products.listProductTags({ value: FEATURED_TAG }) : []
    const made = isTagged && !known ? await products.createProductTags({ value: FEATURED_TAG }) : undefined
    const tagId = known?.id ?? made?.id ?? ""
    const now = isTagged
      ? await products.listProducts(
          { id: changes.map(({ productId }) => productId) },
          { select: ["id"], relations: ["tags"], take: changes.length },
        )
      : []
    const tagsOf = new Map(now.map(({ id, tags }) => [id, tags.map((tag) => tag.id)]))
    const updates = changes.map(({ productId, categoryIds, badge, isFeatured, ...change }): Update => {
      const others = (tagsOf.get(productId) ?? []).filter((id) => id !== tagId)
      return {
        id: productId,
        ...(change.title !== undefined && { title: change.title }),
        ...(change.description !== undefined && { description: change.description }),
        ...(change.status !== undefined && { status: change.status }),
        ...(categoryIds && { category_ids: categoryIds }),
        // Medusa merges metadata key by key; an empty string takes a key away.
        ...(badge !== undefined && { metadata: { badge: badge ?? "" } }),
        ...(isFeatured !== undefined && { tag_ids: isFeatured ? [...others, tagId] : others }),
      }
    })
    return new StepResponse(updates, made?.id ?? null)
  },
  async (madeTag, { container }) => {
    if (madeTag) await container.resolve(Modules.PRODUCT).deleteProductTags([madeTag])
  },
)
