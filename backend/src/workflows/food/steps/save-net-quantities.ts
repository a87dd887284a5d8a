import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { NetQuantity } from "@shop/contracts"
import { FOOD_INFORMATION } from "../../../modules/food-information"

interface Declared {
  variantId: string
  /** Null: the weight text says it. */
  netQuantity: NetQuantity | null
}

/** Writes the net quantities that a variant's weight text does not say, and takes away those that it says now. */
export const saveNetQuantitiesStep = createStep(
  "save-net-quantities",
  async (declared: Declared[], { container }) => {
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
